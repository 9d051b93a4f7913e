import { appendToOutbox, outboxModel } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import { succeed } from '../failover/successor.ts'
import { eventOf } from '../notifications/change-notification.ts'
import type { Step } from '../notifications/lifecycle.ts'

/** Keeps the notifications whose cause was not told of before, with the events that tell of them. */
export async function keepNew(
  ctx: NotificationContext,
  steps: readonly Step[],
  session: ClientSession,
): Promise<void> {
  if (steps.length === 0) return
  const { connection, notifications, clock } = ctx
  const organizations = [...new Set(steps.map(({ record }) => record.organization_id))]
  const causes = steps.map(({ record }) => record.cause ?? '')
  const known = await notifications.knownCauses(organizations, causes, session)
  const byCause = new Map(steps.map((step) => [step.record.cause ?? '', step]))
  const added = [...byCause.values()].filter(({ record }) => !known.has(record.cause ?? ''))
  const now = clock.now()
  const succeeded = added.map((step) => succeed(step, now))
  await notifications.insertMany(
    succeeded.flatMap(({ step, successor }) => [step.record, ...(successor ? [successor] : [])]),
    session,
  )
  const events = succeeded.flatMap(({ step }) => step.told).flatMap((state) => eventOf(state, now))
  await appendToOutbox(outboxModel(connection), events, session)
}
