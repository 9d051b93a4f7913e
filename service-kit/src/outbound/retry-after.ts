/** The one date form of HTTP that senders still use (RFC 9110 §5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Milliseconds that a `Retry-After` header (RFC 9110 §10.2.3) asks to wait, from seconds or a date;
 * undefined without a readable one.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  if (!HTTP_DATE.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
