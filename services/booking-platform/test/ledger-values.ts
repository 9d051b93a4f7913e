import type { Booking } from '@usher/contracts'
import { dayAhead } from '@usher/test-kit'
import mongoose from 'mongoose'
import type { BucketRecord } from '../src/ledger/ledger-record.ts'
import type { Harness } from './harness.ts'

/** The first moment of a month in UTC, by default of the first that begins in five days or later. */
export function monthStart(later = 0): number {
  const soon = new Date(dayAhead(5))
  return Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1 + later, 1)
}

export const iso = (at: number): string => new Date(at).toISOString()

/** Tells the commands of tests from those of the service. */
export const TEST_APP = 'ledger-test'

/** What is stored of ledgers. */
export async function openLedgers(config: Harness['config']) {
  const connection = await mongoose.createConnection(config.mongoUrl, { appName: TEST_APP }).asPromise()
  const ledgers = connection.collection<BucketRecord>('ledgers')
  return {
    connection,
    ledgers,
    /** Of a provider, without the root. */
    buckets: (provider_id: string) => ledgers.find({ provider_id }).sort({ _id: 1 }).toArray(),
    [Symbol.asyncDispose]: () => connection.destroy(),
  }
}

type Times = Pick<Booking, 'id' | 'start' | 'end'>

/** Month and taker of all that has to be in the buckets of a provider, by its buffers in ms. */
export const monthsTaken = (taken: readonly (Times & { before: number; after: number })[]): string[] =>
  taken
    .flatMap(({ id, start, end, before, after }) => {
      const first = iso(Date.parse(start) - before).slice(0, 7)
      const last = iso(Date.parse(end) + after - 1).slice(0, 7)
      return [...new Set([first, last])].map((month) => `${month} ${id}`)
    })
    .sort()

/** Month and taker of all that is in buckets, without what expired. */
export const monthsStored = (buckets: readonly BucketRecord[], now = Date.now()): string[] =>
  buckets
    .flatMap(({ _id, busy }) =>
      busy
        .filter(({ expires }) => expires === null || expires > now)
        .map(({ by }) => `${_id.split(' ')[1]} ${by}`),
    )
    .sort()
