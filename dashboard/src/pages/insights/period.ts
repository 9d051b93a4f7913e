/** From when to when: both as the API takes times. */
export interface Period {
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000

/** The last days until now. */
export const lastDays = (days: number, now: number): Period => ({
  from: new Date(now - days * DAY_MS).toISOString(),
  to: new Date(now).toISOString(),
})
