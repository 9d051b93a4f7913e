import { type Job, startDueJob, withinDrainTime } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { attempt, newClaim } from './attempt.ts'

/** Notifications sent concurrently per process; their reads and writes are batched. */
const AT_ONCE = 100

/** Per organisation: one with a slow provider leaves room for others. */
const OF_ONE_AT_ONCE = 20

/** Longest delay before claims of a dead process are found, in ms. */
const SWEEP_MS = 5_000

/** Sends at once what this process created. */
export type Sender = Pick<Dispatcher, 'claimNew' | 'send'>

/** Where routes find the dispatcher. */
export interface Sending {
  readonly dispatcher: Dispatcher
}

/** Sends what is due; a run ends once all of it is begun. */
export interface Dispatcher extends Job {
  /**
   * Claims new notifications as far as this process can send them now, so that nobody has to look for them. Store
   * them, then pass them to {@link send}; the others wait to be claimed.
   */
  claimNew(records: readonly NotificationRecord[]): NotificationRecord[]
  /** Sends what this process claimed on creation, and triggers sending of what it had no room for. */
  send(records: readonly NotificationRecord[]): void
  /** Sends what is due and waits until all of it was attempted. For tests. */
  drain(): Promise<void>
}

/**
 * Sends due notifications: new ones, retries, scheduled ones, and those a dead process had claimed. Disposing
 * finishes those in flight.
 */
export function startDispatcher(ctx: NotificationContext): Dispatcher {
  const active = new Map<Promise<void>, string>()
  let stopping = false
  let isWanted = false
  /** Debounced: one look-up of due work, however many requests come before it. */
  const runSoon = () => {
    if (isWanted) return
    isWanted = true
    void job.run()
  }
  const start = (record: NotificationRecord) => {
    const run = attempt(ctx, record)
      .then(
        () => ctx.failures.succeeded(record._id),
        (err) => ctx.failures.failed('message', record._id, err),
      )
      .finally(() => {
        const wasFull = active.size >= AT_ONCE || busyIn(active).includes(record.organization_id)
        active.delete(run)
        if (wasFull) runSoon()
      })
    active.set(run, record.organization_id)
    ctx.clock.due?.background(run)
  }
  const job = startDueJob('notification-sweep', { ...ctx, sweepMs: SWEEP_MS }, async () => {
    isWanted = false
    let lookedAt = ctx.clock.now()
    while (!stopping && active.size < AT_ONCE) {
      lookedAt = ctx.clock.now()
      const next = await ctx.notifications.nextDueAfter()
      if (!next || next > lookedAt) return next
      const room = { ...roomIn(active), busy: busyIn(active) }
      const claimed = await ctx.notifications.claimDue({ ...newClaim(ctx), ...room })
      if (claimed.length === 0) break
      claimed.forEach(start)
    }
    // What was due then waits for room, which runs it again.
    return await ctx.notifications.nextDueAfter(lookedAt)
  })
  ctx.whenDue(runSoon)
  return {
    run: job.run,
    claimNew(records) {
      const { claim, until, now } = newClaim(ctx)
      let left = stopping ? 0 : AT_ONCE - active.size
      const counts = countsIn(active)
      return records.map((record) => {
        const count = counts.get(record.organization_id) ?? 0
        const isDue = record.due_at !== undefined && record.due_at <= now
        if (!isDue || left <= 0 || count >= OF_ONE_AT_ONCE) return record
        left -= 1
        counts.set(record.organization_id, count + 1)
        return { ...record, claim, due_at: until }
      })
    },
    send(records) {
      for (const record of records) if (record.claim) start(record)
      if (records.some(({ claim, due_at }) => !claim && due_at)) runSoon()
    },
    async drain() {
      do {
        await Promise.all(active.keys())
        await job.run()
      } while (active.size > 0)
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      await job[Symbol.asyncDispose]()
      await withinDrainTime(Promise.all(active.keys()))
    },
  }
}

type Active = ReadonlyMap<unknown, string>

function countsIn(active: Active): Map<string, number> {
  const byOrganization = Map.groupBy(active.values(), (organizationId) => organizationId)
  return new Map([...byOrganization].map(([id, its]) => [id, its.length]))
}

/** Organisations at their limit of concurrent sends. */
const busyIn = (active: Active): string[] =>
  [...countsIn(active)].flatMap(([id, count]) => (count >= OF_ONE_AT_ONCE ? [id] : []))

/** How many more may be claimed, and how many of one organisation while none is busy. */
const roomIn = (active: Active) => ({
  max: AT_ONCE - active.size,
  ofOne: OF_ONE_AT_ONCE - Math.max(0, ...countsIn(active).values()),
})
