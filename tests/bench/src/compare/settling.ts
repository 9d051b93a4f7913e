import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { isEmptyIn, openDatabase } from '../database-store.ts'
import { total } from '../measure/compare.ts'
import type { CpuTimes } from '../measure/cpu.ts'

/** Longer than any process batches work before it passes it on: the gateway publishes its request records every 2 s. */
const TAIL_MS = 2_200
/** The rate is measured over this last part of the wait. */
const LOOK_MS = 400
const MAX_MS = 120_000
/** How far above its idle rate a side may be and still count as idle. */
const IDLE_FACTOR = 2
const IDLE_ALLOWANCE_US = 100_000

/** What to wait for: a side, or an Usher measured alone. */
interface Settled {
  readonly name: string
  /** Address of MongoDB, without a database. */
  readonly mongoUrl: string
  /** CPU time of all its processes so far, by name. */
  cpu(): Promise<CpuTimes>
}

/** Waits until a side has done all the work its requests caused. */
export interface Settling {
  /** @param idleUs CPU µs per second of the side when idle */
  wait(idleUs: number, signal: AbortSignal): Promise<void>
}

/**
 * Relies on what holds for every commit: when settled, the outboxes are empty and the processes use little more than
 * when idle.
 */
export async function createSettling(side: Settled, cleanup: AsyncDisposableStack): Promise<Settling> {
  const admin = await openDatabase(side.mongoUrl, 'admin', cleanup)
  return {
    async wait(idleUs, signal) {
      const deadlineMs = performance.now() + MAX_MS
      await delay(TAIL_MS - LOOK_MS, undefined, { signal })
      while (
        (await rateOf(side, signal)) > idleUs * IDLE_FACTOR + IDLE_ALLOWANCE_US ||
        !(await isPublished(admin))
      )
        if (performance.now() > deadlineMs) throw new Error(`the ${side.name} side did not come to rest`)
    },
  }
}

/** CPU µs per second, over a moment. */
async function rateOf(side: Settled, signal: AbortSignal): Promise<number> {
  const [before, startedMs] = [total(await side.cpu()), performance.now()]
  await delay(LOOK_MS, undefined, { signal })
  return ((total(await side.cpu()) - before) * 1000) / (performance.now() - startedMs)
}

async function isPublished(admin: Connection): Promise<boolean> {
  const { databases } = await admin.listDatabases()
  const ours = databases.filter(({ name }) => name.startsWith('usher_'))
  const empty = await Promise.all(
    ours.map(({ name }) => isEmptyIn(admin.useDb(name, { useCache: true }), 'outbox')),
  )
  return empty.every(Boolean)
}
