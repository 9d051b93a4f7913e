import { startPoller } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { ChooseProvider } from '../providers/provider.ts'
import { attempt, claimDue } from './attempt.ts'

const SWEEP_MS = 500

/** Notifications that one process sends at the same time. */
const AT_ONCE = 20

/** Those of one organisation: one whose provider is slow leaves room for the others. */
const OF_ONE_AT_ONCE = 5

/** Milliseconds that attempts under way are given when the process stops; it has 10 s in all. */
const DRAIN_MS = 7_000

export interface Dispatcher extends AsyncDisposable {
  /** Begins to send what is due. */
  takeUp(): Promise<void>
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
  const start = (record: NotificationRecord) => {
    const run = attempt(ctx, choose, record)
      .then(
        () => ctx.failures.succeeded(record._id),
        (err) => ctx.failures.failed('message', record._id, err),
      )
      .finally(() => {
        const wasFull = active.size === AT_ONCE || busyIn(active).includes(record.organization_id)
        active.delete(run)
        if (wasFull) void poller.poke()
      })
    active.set(run, record.organization_id)
  }
  const poller = startPoller('notification-sweep', SWEEP_MS, ctx.log, async () => {
    while (!stopping && active.size < AT_ONCE) {
      const record = await claimDue(ctx, busyIn(active))
      if (!record) return
      start(record)
    }
  })
  return {
    takeUp: poller.poke,
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

/** Organisations of which no more is sent at the moment. */
function busyIn(active: ReadonlyMap<unknown, string>): string[] {
  const byOrganization = Map.groupBy(active.values(), (organizationId) => organizationId)
  return [...byOrganization].flatMap(([id, its]) => (its.length >= OF_ONE_AT_ONCE ? [id] : []))
}

async function withinDrainTime(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
