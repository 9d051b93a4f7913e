import { tagKey } from '@usher/contracts'
import type { GuestRecord } from '../records/guest-record.ts'

/** Tags as they are stored: as they were given, and as they are found. */
export const tagged = (tags: readonly string[] = []): Pick<GuestRecord, 'tags' | 'tag_keys'> => ({
  tags,
  tag_keys: tags.map(tagKey),
})

/** Who has all of some tags. The type is the condition of their index. */
export const withTags = (tags: readonly string[]) => ({
  tag_keys: { $all: tags.map(tagKey), $type: 'string' as const },
})
