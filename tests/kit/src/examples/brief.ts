/** Most items of a list, and most lines of a text, that an example has. */
const MOST = 2
/** Most characters of a page. */
const MOST_OF_PAGE = 300

/** An example cut down to what a reader needs: the first items of lists, the first lines of texts. */
export function brief(value: unknown): unknown {
  if (typeof value === 'string') return briefText(value)
  if (Array.isArray(value)) return briefList(value).map(brief)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, brief(one)]))
}

/** Lists of words are short, and whole: scopes, for instance. */
const briefList = (list: readonly unknown[]): readonly unknown[] =>
  list.some((one) => typeof one === 'object') ? list.slice(0, MOST) : list

function briefText(text: string): string {
  if (text.startsWith('<!doctype'))
    return text.length > MOST_OF_PAGE ? `${text.slice(0, MOST_OF_PAGE)}…` : text
  // RFC 5545 §3.1 folds long lines.
  if (text.startsWith('BEGIN:')) return text.replaceAll(/\r\n[ \t]/g, '')
  const lines = text.split('\n')
  return isTable(lines) ? `${lines.slice(0, MOST).join('\n')}\n` : text
}

/** CSV and JSON Lines: what people write has no quotes or braces at the start of its lines. */
const isTable = (lines: readonly string[]): boolean =>
  lines.length > MOST && lines.every((line) => line === '' || /^["{]|^[\w-]+,/.test(line))
