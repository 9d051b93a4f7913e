export interface Deprecation {
  /** Since when: a day in UTC. */
  readonly deprecated: string
  /** Until when it works at least; null: not decided. */
  readonly sunset: string | null
  /** Values of `Link`: what to use instead, or where to read about it. */
  readonly links: readonly string[]
}

/**
 * What an answer says of what it uses that is deprecated, as name, value, name, value: RFC 9745 and RFC 8594. Of several,
 * such as a version and a path, the earlier times are told, as each header may be there once.
 */
export function deprecationHeaders(given: readonly Deprecation[]): string[] {
  if (given.length === 0) return []
  const since = Math.min(...given.map(({ deprecated }) => Date.parse(deprecated)))
  const sunsets = given.flatMap(({ sunset }) => (sunset === null ? [] : [Date.parse(sunset)]))
  return [
    ...['deprecation', `@${since / 1_000}`],
    ...(sunsets.length === 0 ? [] : ['sunset', new Date(Math.min(...sunsets)).toUTCString()]),
    ...['link', given.flatMap(({ links }) => links).join(', ')],
  ]
}
