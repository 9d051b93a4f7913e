/** A guest as a method may see it. */
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
  /** As set. */
  readonly lanes: number
  readonly serviceMinutes: number
  readonly closesIn: number
  /** Who waits, without the guest that the moment is about. */
  readonly line: readonly Guest[]
}

/** What a guest is told, in minutes. */
export interface Quote {
  readonly quoted: number
  /** What the wait should not exceed, for methods that say so. */
  readonly high?: number
}

/** A way of estimating waits. */
export interface Method {
  readonly name: string
  /** For a guest who joins the end of the line. */
  quote(guest: Guest, moment: Moment): Quote
  started(guest: Guest, moment: Moment): void
  left(guest: Guest, moment: Moment): void
}
