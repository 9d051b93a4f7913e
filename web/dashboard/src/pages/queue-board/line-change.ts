import type { Line } from './line.ts'

/** The last reply of each guest seen so far; null: none. */
type Known = ReadonlyMap<string, string | null>

export interface Change {
  readonly known: Known
  /** What a host should hear of; a reply goes before a guest who joined. */
  readonly news: 'joined' | 'replied' | undefined
}

/**
 * Compares a line with what was seen before. A guest who left and came back does not count as joined.
 *
 * @param before undefined for the first line, in which nothing is news
 */
export function changeOf(before: Known | undefined, line: Line): Change {
  const known = new Map(before)
  let news: Change['news']
  for (const { id, unread_reply_at } of line) {
    const last = before?.get(id)
    if (before && unread_reply_at !== null && unread_reply_at !== last) news = 'replied'
    else if (before && last === undefined) news ??= 'joined'
    known.set(id, unread_reply_at ?? last ?? null)
  }
  return { known, news }
}
