import { stringify } from 'csv-stringify/sync'

/**
 * What a spreadsheet may take for the beginning of a formula (OWASP, "CSV Injection"), also in full width, at the
 * beginning of a field or behind what it may take for the end of one: separators, tabs and line breaks.
 */
const FORMULA =
  /(^|[,;|\t\r\n\v\f\u0085\u2028\u2029])([\p{Zs}\0\ufeff"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu

/** Of the beginning of a field, for the same reason. */
const CONTROL = /^[\t\r\n\v\f\0\u0085\u2028\u2029]/

/** As phone numbers and figures are: nothing that could be run. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A text with an apostrophe before whatever a spreadsheet might run as a formula. */
function disarmed(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA, "$1$2'")
  return CONTROL.test(safe) ? `'${safe}` : safe
}

/**
 * Rows as CSV (RFC 4180) with CRLF, every field quoted. Formulas in texts are disarmed; numbers stay numbers, and null or
 * undefined is an empty field.
 */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  stringify(
    rows.map((row) => row.map(fieldOf)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return disarmed(typeof value === 'string' ? value : JSON.stringify(value))
}
