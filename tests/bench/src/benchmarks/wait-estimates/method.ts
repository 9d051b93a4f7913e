export interface Guest {
  readonly size: number
  /** Minutes since the simulation began. */
  readonly joined: number
}

/** The queue at a moment, as its service would know it. */
export interface Moment {
  /** Minutes since the simulation began. */
  readonly now: number
  /** Hour of the week, 0 to 167. */
  readonly hour: number
  /** From the settings. */
  readonly lanes: number
  readonly serviceMinutes: number
  readonly closesIn: number
  /** Waiting guests in the order of the line: those ahead of the guest to quote, or those left after a guest has gone. */
  readonly line: readonly Guest[]
}

export interface Quote {
  readonly quoted: number
  /** Upper bound of the wait, for methods that have one. */
  readonly high?: number
}

export interface Method {
  readonly name: string
  quote(guest: Guest, moment: Moment): Quote
  /** For each waiting guest, each minute; the line holds those still ahead. Absent: the method quotes only at joining. */
  requote?(guest: Guest, moment: Moment): Quote
  /**
   * A party was taken, or called. With late entries the moment is that of the entry.
   *
   * @param ahead how many of the line were before it
   */
  started(guest: Guest, moment: Moment, ahead: number): void
  left(guest: Guest, moment: Moment): void
  /** A party that was called did not come, and the lane or table kept for it is free. */
  absent?(guest: Guest, moment: Moment): void
}
