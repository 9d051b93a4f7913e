import { stringify } from 'csv-stringify/sync'

/**
 * Characters that a spreadsheet may take for the start of a formula (OWASP, "CSV Injection"), full-width forms
 * included: at the start of a field, or after anything it may take for the end of one (separators, tabs, line
 * breaks).
 */
const FORMULA =
  /(^|[,;|\t\r\n\v\f\u0085\u2028\u2029])([\p{Zs}\0\ufeff"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu

/** Control characters at the start of a field, for the same reason. */
const CONTROL = /^[\t\r\n\v\f\0\u0085\u2028\u2029]/

/** Phone numbers and figures: nothing that could run. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Puts an apostrophe before anything a spreadsheet might run as a formula. */
function disarmed(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA, "$1$2'")
  return CONTROL.test(safe) ? `'${safe}` : safe
}

/**
 * Rows as CSV (RFC 4180) with CRLF, every field quoted. Formulas in text are disarmed, numbers stay numbers, and null
 * or undefined becomes an empty field.
 */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  stringify(
    rows.map((row) => row.map(fieldOf)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

/** The beginning of a CSV file, by the query parameter `bom`. */
export const csvStart = (bom: 'true' | 'false'): string => (bom === 'true' ? '\ufeff' : '')

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return disarmed(typeof value === 'string' ? value : JSON.stringify(value))
}
