import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationSent,
} from '@usher/contracts'
import { appendToOutbox, newEvent, outboxModel } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { Step } from './lifecycle.ts'
import { type NotificationRecord, presentFacts } from './notification.ts'

const EVENTS = {
  sent: notificationSent,
  delivered: notificationDelivered,
  failed: notificationFailed,
} as const

/** The event that tells of a state. */
export function eventOf(record: NotificationRecord, now: Date): CloudEvent[] {
  if (record.status === 'queued') return []
  const { _id: subject, sequence, origin } = record
  return [
    newEvent(EVENTS[record.status], { subject, sequence, time: now, origin, data: presentFacts(record) }),
  ]
}

/** Takes a notification a step further: what it becomes and the events that tell of it commit together. */
export async function changeNotification(
  { connection, notifications, clock }: NotificationContext,
  id: string,
  decide: (record: NotificationRecord) => Step,
): Promise<void> {
  await connection.transaction(async (session) => {
    const before = await notifications.collection.findOne({ _id: id }, { session })
    if (!before) return
    const { record, told } = decide(before)
    if (record === before) return
    await notifications.collection.replaceOne({ _id: id }, record, { session })
    const events = told.flatMap((state) => eventOf(state, clock.now()))
    await appendToOutbox(outboxModel(connection), events, session)
  })
}
