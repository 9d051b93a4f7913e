/** The only date format of HTTP still in use (RFC 9110 §5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Wait that a `Retry-After` header (RFC 9110 §10.2.3) asks for, in ms, from seconds or a date; undefined if missing
 * or unreadable.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  if (!HTTP_DATE.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
