import { appendToOutbox, outboxOf } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import { eventOf } from '../notifications/change-notification.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { succeed } from '../notifications/successor.ts'

interface Keeping {
  /**
   * Whether some causes may have been handled before. If false, that is not checked, and a known cause fails the
   * transaction with a duplicate key: run it again as repeated.
   */
  readonly isRepeated: boolean
  /** Claims notifications that this process sends at once. */
  readonly claimNew?: (records: readonly NotificationRecord[]) => NotificationRecord[]
}

/**
 * Stores the notifications with a new cause, with their events, and returns those stored. The unique index on causes
 * holds in any case.
 */
export async function keepNew(
  ctx: NotificationContext,
  steps: readonly Step[],
  session: ClientSession,
  { isRepeated, claimNew = (records) => [...records] }: Keeping,
): Promise<NotificationRecord[]> {
  const byCause = new Map(steps.map((step) => [step.record.cause ?? '', step]))
  const added = isRepeated ? await untold(ctx, byCause, session) : [...byCause.values()]
  if (added.length === 0) return []
  const now = ctx.clock.now()
  const succeeded = added.map((step) => succeed(step, now))
  const records = claimNew(
    succeeded.flatMap(({ step, successor }) => [step.record, ...(successor ? [successor] : [])]),
  )
  await ctx.notifications.insertMany(records, session)
  const events = succeeded.flatMap(({ step }) => step.told).flatMap((state) => eventOf(state, now))
  await appendToOutbox(outboxOf(ctx.connection), events, session)
  return records
}

async function untold(
  { notifications }: NotificationContext,
  byCause: ReadonlyMap<string, Step>,
  session: ClientSession,
): Promise<Step[]> {
  if (byCause.size === 0) return []
  const organizations = [...byCause.values()].map(({ record }) => record.organization_id)
  const known = await notifications.knownCauses([...new Set(organizations)], [...byCause.keys()], session)
  return [...byCause].flatMap(([cause, step]) => (known.has(cause) ? [] : [step]))
}
