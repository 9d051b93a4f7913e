import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Caller, post } from './call.ts'

/** Where the clients of a run work. */
export interface Venue {
  readonly queueId: string
  readonly serviceTypeId: string
}

/** Clients that work until they are stopped. */
export interface Traffic {
  /** Stops them, and waits for requests in flight. */
  stop(): Promise<void>
}

/** How fast the clients work, and how long the line grows. */
export interface Pace {
  /** Pause between two pieces of work of one client. */
  readonly pauseMs: number
  /** One in this many guests is left waiting. */
  readonly waitingOf: number
}

const SLOT_MS = 30 * 60_000

/**
 * Mixed load: hosts add guests and seat most or half of them; customers book, and two of them always want the same
 * time.
 */
export function startTraffic(
  caller: Caller,
  { queueId, serviceTypeId }: Venue,
  { pauseMs = 100, waitingOf = 2 }: Partial<Pace>,
): Traffic {
  let isStopped = false
  let number = 0
  const host = async () => {
    const guest = ++number
    const about = `guest-${guest}`
    const path = `/v1/queues/${queueId}/guests`
    const { status, body } = await post(caller, { kind: 'add', about, path, body: { name: about } })
    if (status !== 201 || guest % waitingOf === 0) return
    await post(caller, { kind: 'seat', about: body.id, path: `/v1/guests/${body.id}/seat` })
  }
  let slot = Math.ceil((Date.now() + DAY_MS) / SLOT_MS)
  const rivals = async () => {
    const start = new Date(slot++ * SLOT_MS).toISOString()
    const book = () => {
      const about = `customer-${++number}`
      const customer = { name: about, email: `${about}@usher.test` }
      const body = { service_type_id: serviceTypeId, start, customer }
      return post(caller, { kind: 'book', about, path: '/api/bookings', body })
    }
    await Promise.all([book(), book()])
  }
  const again = async (work: () => Promise<void>) => {
    while (!isStopped) {
      await work()
      await delay(pauseMs)
    }
  }
  const working = [host, host, host, rivals].map(again)
  return {
    async stop() {
      isStopped = true
      await Promise.all(working)
    },
  }
}
