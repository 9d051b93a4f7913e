/** Seconds' worth of slots to reserve at a time. */
const RESERVED_SECONDS = 0.25
/** Delay before retrying a failed reservation, in ms. */
const RETRY_MS = 1_000

/** Reserves consecutive slots; returns the ms until the first. */
export type ReserveSlots = (count: number) => Promise<number>

interface Options {
  readonly ratePerSecond: number
  readonly reserve: ReserveSlots
  /** Called when a start may be possible again. */
  onOpen(): void
}

export interface RateGate {
  /** Uses a slot and returns true if one is open; otherwise reserves slots for as many as are waiting. */
  pass(wanting: number): boolean
}

/** Limits starts per second with slots that all replicas reserve from one place. */
export function createRateGate({ ratePerSecond, reserve, onOpen }: Options): RateGate {
  const spacingMs = 1000 / ratePerSecond
  /** By `performance.now()`, soonest first. */
  const slots: number[] = []
  let isWaiting = false
  const openIn = (ms: number) => {
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      onOpen()
    }, ms).unref()
  }
  const reserveMore = async (count: number) => {
    isWaiting = true
    try {
      const firstAt = performance.now() + (await reserve(count))
      for (let i = 0; i < count; i += 1) slots.push(firstAt + i * spacingMs)
      openIn(Math.max(0, firstAt - performance.now()))
    } catch {
      openIn(RETRY_MS)
    }
  }
  return {
    pass(wanting) {
      const [next] = slots
      const now = performance.now()
      if (next !== undefined && next <= now) {
        slots.shift()
        return true
      }
      if (isWaiting) return false
      if (next !== undefined) openIn(next - now)
      else void reserveMore(Math.max(1, Math.min(wanting, Math.floor(ratePerSecond * RESERVED_SECONDS))))
      return false
    },
  }
}
