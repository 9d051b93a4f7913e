const DAY_MS = 86_400_000

/** From when to when: both as the API takes times. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The last days until now. */
export const lastDays = (days: number, now: number): Period => ({
  from: new Date(now - days * DAY_MS).toISOString(),
  to: new Date(now).toISOString(),
})

/** The period of the same length before this one. */
export function before({ from, to }: Period): Period {
  const length = Date.parse(to) - Date.parse(from)
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from }
}
