interface Pace {
  /** Minutes that serving one party takes. */
  readonly service_minutes: number
  /** Parties served at the same time. */
  readonly servers: number
}

/**
 * Minutes until the guest at a position is served, from the queue's settings alone: the first `servers` guests are
 * served after one service time, the next after two, and so on.
 *
 * @param position counted from 1
 */
export const waitBySettings = (position: number, { service_minutes, servers }: Pace): number =>
  Math.ceil(service_minutes * Math.ceil(position / servers))
