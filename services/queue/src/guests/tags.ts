import { tagKey } from '@usher/contracts'
import type { GuestRecord } from '../records/guest-record.ts'

/** Tags as stored: as given, and normalised for search. */
export const tagged = (tags: string[] = []): Pick<GuestRecord, 'tags' | 'tag_keys'> => ({
  tags,
  tag_keys: tags.map(tagKey),
})

/** Guests who have all of some tags. The type is required by the partial index. */
export const withTags = (tags: readonly string[]) => ({
  tag_keys: { $all: tags.map(tagKey), $type: 'string' as const },
})
