/** Slots that are asked for at a time: those of so many seconds. */
const RESERVED_SECONDS = 0.25
/** Milliseconds until a reservation that failed is tried again. */
const RETRY_MS = 1_000

/** Reserves so many starts in a row; gives the milliseconds until the first. */
export type ReserveSlots = (count: number) => Promise<number>

interface Options {
  readonly ratePerSecond: number
  readonly reserve: ReserveSlots
  /** A start may be possible again. */
  onOpen(): void
}

export interface RateGate {
  /** Whether one may start now, and uses its slot; otherwise a slot is seen to, for as many as want one. */
  pass(wanting: number): boolean
}

/** Lets through so many a second, in slots that all replicas reserve from one place. */
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
