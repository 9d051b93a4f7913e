/**
 * The `Retry-After` of a response in seconds (RFC 9110 §10.2.3: seconds or a date), if it has one.
 *
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
