/** Names that a search must find by each of their parts. */
export const SEARCHED_NAMES = [
  'Ada Lovelace',
  'Jürgen Groß',
  'Chloé O’Neil-Łukasz',
  '王小明',
  'さくら',
  'Ольга Ёжикова',
]

const SCRIPT_WITHOUT_CASE = /^\p{Lo}/u

/** Parts of a name: of two letters or more, and of one in scripts without case. */
export function partsOf(name: string): string[] {
  const all = [...name]
  const parts = all.flatMap((_, from) =>
    [1, 2, 3, 7].map((length) => all.slice(from, from + length).join('')),
  )
  return [...new Set(parts)].filter(
    (part) => SCRIPT_WITHOUT_CASE.test(part) || /^[\p{L}\p{M}][\p{L}\p{M}]/u.test(part),
  )
}
