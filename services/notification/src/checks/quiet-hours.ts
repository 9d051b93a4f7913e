import type { TemplateKind } from '@usher/contracts'
import { isAutomatic, type NotificationRecord } from '../notifications/notification.ts'
import { quietUntil } from '../queue-messages/quiet-until.ts'
import { type Check, giveUp } from './check.ts'

/** Automatic messages that can wait; all others, like a code, answer what a guest just did or waits for. */
const CAN_WAIT: readonly (TemplateKind | null)[] = [
  ...(['reminder', 'no_show'] as const),
  ...(['booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_reminder'] as const),
]

const isToWait = (record: NotificationRecord): boolean =>
  isAutomatic(record) ? CAN_WAIT.includes(record.kind) : !record.urgent && !record.exempt

/** Holds messages until the quiet hours of the queue end, or gives them up if they expire before. */
export const outsideQuietHours: Check = async (ctx, record, now) => {
  const { organization_id, queue_id, expires_at } = record
  if (!queue_id || !isToWait(record)) return null
  const { quiet_hours } = await ctx.queueMessages.recall(organization_id, queue_id)
  const queue = quiet_hours && (await ctx.queues.recall(organization_id, queue_id))
  const until = queue && quietUntil(quiet_hours, queue.timezone, now)
  if (!until) return null
  const message = `The queue has quiet hours until ${quiet_hours.end}.`
  if (expires_at && expires_at <= until) {
    return giveUp('quiet_hours', `${message} After them it would be of no use.`)
  }
  return { kind: 'wait', held: { code: 'quiet_hours', message, until } }
}
