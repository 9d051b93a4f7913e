import { startDuePoller } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { ChooseProvider } from '../providers/provider.ts'
import { attempt, newClaim } from './attempt.ts'

/** Notifications that one process sends at the same time: what they read and write is done for all together. */
const AT_ONCE = 20

/** Those of one organisation: one whose provider is slow leaves room for the others. */
const OF_ONE_AT_ONCE = 5

/** Longest time until what a dead process had claimed is looked for, in ms. */
const SWEEP_MS = 5_000

/** Milliseconds that attempts under way are given when the process stops; it has 10 s in all. */
const DRAIN_MS = 7_000

export interface Dispatcher extends AsyncDisposable {
  /** Begins to send what is due. */
  takeUp(): Promise<void>
  /**
   * Claims new notifications as far as this process can send them now, so that nobody has to look for them. Store them,
   * then pass them to {@link send}; the others wait to be claimed.
   */
  claimNew(records: readonly NotificationRecord[]): NotificationRecord[]
  /** Sends what this process has claimed as it was made, and has what it had no room for taken up. */
  send(records: readonly NotificationRecord[]): void
  /** Sends what is due and waits until all of it was attempted, for tests. */
  sendDue(): Promise<void>
}

/**
 * Sends notifications that are due: new ones, those to be tried again, those for which a time was set, and what
 * a process that is no more had claimed. Disposing finishes what is under way.
 */
export function startDispatcher(ctx: NotificationContext, choose: ChooseProvider): Dispatcher {
  const active = new Map<Promise<void>, string>()
  let stopping = false
  let isWanted = false
  /** However many ask for it before it begins, due work is looked for once. */
  const takeUpSoon = () => {
    if (isWanted) return
    isWanted = true
    void poller.poke()
  }
  const start = (record: NotificationRecord) => {
    const run = attempt(ctx, choose, record)
      .then(
        () => ctx.failures.succeeded(record._id),
        (err) => ctx.failures.failed('message', record._id, err),
      )
      .finally(() => {
        const wasFull = active.size >= AT_ONCE || busyIn(active).includes(record.organization_id)
        active.delete(run)
        if (wasFull) takeUpSoon()
      })
    active.set(run, record.organization_id)
  }
  const claimMore = async (): Promise<readonly NotificationRecord[]> => {
    const busy = busyIn(active)
    const claim = newClaim(ctx)
    if (busy.length === 0) {
      return await ctx.notifications.claimSome(claim, roomIn(active))
    }
    const one = await ctx.notifications.claimDue({ ...claim, busy })
    return one ? [one] : []
  }
  const poller = startDuePoller('notification-sweep', { ...ctx, sweepMs: SWEEP_MS }, async () => {
    isWanted = false
    let lookedAt = ctx.clock.now()
    while (!stopping && active.size < AT_ONCE) {
      lookedAt = ctx.clock.now()
      const claimed = await claimMore()
      if (claimed.length === 0) break
      claimed.forEach(start)
    }
    // What was due then waits for room, which pokes.
    return await ctx.notifications.nextDueAfter(lookedAt)
  })
  ctx.whenDue(takeUpSoon)
  return {
    takeUp: poller.poke,
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
      if (records.some(({ claim, due_at }) => !claim && due_at)) takeUpSoon()
    },
    async sendDue() {
      do {
        await Promise.all(active.keys())
        await poller.poke()
      } while (active.size > 0)
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      await poller[Symbol.asyncDispose]()
      await withinDrainTime(Promise.all(active.keys()))
    },
  }
}

type Active = ReadonlyMap<unknown, string>

function countsIn(active: Active): Map<string, number> {
  const byOrganization = Map.groupBy(active.values(), (organizationId) => organizationId)
  return new Map([...byOrganization].map(([id, its]) => [id, its.length]))
}

/** Organisations of which no more is sent at the moment. */
const busyIn = (active: Active): string[] =>
  [...countsIn(active)].flatMap(([id, count]) => (count >= OF_ONE_AT_ONCE ? [id] : []))

/** How many more may be claimed while no organisation is busy. */
const roomIn = (active: Active) => ({
  most: AT_ONCE - active.size,
  ofOne: OF_ONE_AT_ONCE - Math.max(0, ...countsIn(active).values()),
})

async function withinDrainTime(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
