import { appendToOutbox, outboxModel } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import { eventOf } from '../notifications/change-notification.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { succeed } from '../notifications/successor.ts'

interface Keeping {
  /**
   * Whether some may have been told of before. Otherwise nobody looks, and a cause that was told of fails the transaction
   * with a duplicate key: do it again, as repeated.
   */
  readonly isRepeated: boolean
  /** Claims what is to be sent by this process at once. */
  readonly claimNew?: (records: readonly NotificationRecord[]) => NotificationRecord[]
}

/**
 * Keeps the notifications whose cause was not told of before, with the events that tell of them, and gives what was kept. The
 * unique index of causes holds in any case.
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
  await appendToOutbox(outboxModel(ctx.connection), events, session)
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
