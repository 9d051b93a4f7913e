interface Deprecation {
  /** Since when: a day in UTC. */
  readonly deprecated: string
  /** Until when it works at least; null: not decided. */
  readonly sunset: string | null
  /** Values of `Link`: what to use instead, or where to read about it. */
  readonly links: readonly string[]
}

/** What an answer says of a deprecated path or version, as name, value, name, value: RFC 9745 and RFC 8594. */
export const deprecationHeaders = ({ deprecated, sunset, links }: Deprecation): string[] => [
  ...['deprecation', `@${Date.parse(deprecated) / 1_000}`],
  ...(sunset === null ? [] : ['sunset', new Date(sunset).toUTCString()]),
  ...['link', links.join(', ')],
]
