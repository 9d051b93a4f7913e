import { z } from 'zod'
import { GUEST_STATUSES, MAX_TAGS, tagSchema } from '../resources/guest.ts'
import { BLANK, IN_LINE } from '../text.ts'

/** Statuses of guests to list. */
export const someStatuses = z
  .string()
  .regex(new RegExp(`^(${GUEST_STATUSES.join('|')})(,(${GUEST_STATUSES.join('|')}))*$`), {
    error: `must be statuses joined by commas: ${GUEST_STATUSES.join(', ')}`,
  })
  .meta({ description: 'Statuses to list, joined by commas' })

// For the document only: the tag schema has better messages.
const IN_TAG = IN_LINE.replace('[^', '[^,')
const TAG = `${BLANK}*(?=${BLANK.replace('[', '[^,')})${IN_TAG}{0,39}(?!${BLANK})${IN_TAG}${BLANK}*`
const tags = z
  .string()
  .max(500)
  .meta({ pattern: `^${TAG}(?:,${TAG})*$` })

/** Tags that a guest must all have, case-insensitive: comma-separated or repeated. */
export const tagList = z
  .union([tags, z.array(tags).max(MAX_TAGS)])
  .transform((given) => [given].flat().flatMap((joined) => joined.split(',').map((tag) => tag.trim())))
  .pipe(z.array(tagSchema).max(MAX_TAGS))
  .meta({
    description: 'A tag of the guests, or several joined by commas: who has all of them',
  })
