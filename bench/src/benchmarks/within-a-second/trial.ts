import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Usher } from '../../usher.ts'

export type Headers = Readonly<Record<string, string>>

/** What trials run against. */
export interface Venue {
  readonly usher: Usher
  /** Addresses of all gateways: a promise holds at every one. */
  readonly gateways: readonly string[]
  /** Headers of the signed-in owner. */
  readonly owner: Headers
  readonly signal: AbortSignal
}

/** A change that is ready to be made once. */
export interface Trial {
  /** Resolves when the change is acknowledged. */
  change(): Promise<unknown>
  /**
   * Called after the change: one promise per gateway, of when the change is visible there, in ms of
   * `performance.now()`.
   */
  shown(): readonly Promise<number>[]
}

/** Something that the documentation promises within one second. */
export interface Guarantee {
  readonly what: string
  prepare(venue: Venue): Promise<Trial>
}

const POLL_EVERY_MS = 5
const GIVE_UP_MS = 60_000

/**
 * An address of the benchmarking block (RFC 2544): limits by address must not apply to a client that stands for many
 * people.
 */
export const newAddress = (): Headers => ({
  'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
})

/** A request that needs a credential. */
interface Reading {
  readonly path: string
  readonly headers: Headers
  /** Status once the credential is revoked or restricted. */
  readonly refused: 401 | 403
}

/** A trial of a credential that every gateway has just served, and so has cached. */
export async function trialOfReading(
  { gateways, signal }: Venue,
  { path, headers, refused }: Reading,
  change: Trial['change'],
): Promise<Trial> {
  const statusAt = async (gateway: string) => {
    const answer = await fetch(gateway + path, { headers: { ...newAddress(), ...headers }, signal })
    await answer.arrayBuffer()
    return answer.status
  }
  for (const gateway of gateways) {
    const status = await statusAt(gateway)
    if (status !== 200) throw new Error(`GET ${path} was answered ${status} before the change`)
  }
  const untilRefused = async (gateway: string): Promise<number> => {
    const deadline = performance.now() + GIVE_UP_MS
    while ((await statusAt(gateway)) !== refused) {
      if (performance.now() > deadline) throw new Error(`GET ${path} is not refused`)
      await delay(POLL_EVERY_MS, undefined, { signal })
    }
    return performance.now()
  }
  return { change, shown: () => gateways.map(untilRefused) }
}
