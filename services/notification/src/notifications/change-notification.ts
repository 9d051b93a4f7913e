import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationSent,
  notificationUnconfirmed,
} from '@usher/contracts'
import { appendToOutbox, newEvent, outboxModel } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { succeed } from '../failover/successor.ts'
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
  const isGivenUp = record.status === 'sent' && record.unconfirmed_at
  const definition = isGivenUp ? notificationUnconfirmed : EVENTS[record.status]
  return [newEvent(definition, { subject, sequence, time: now, origin, data: presentFacts(record) })]
}

/**
 * Takes a notification a step further: what it becomes, the events that tell of it, and the one by another channel
 * that it leads to commit together.
 */
export async function changeNotification(
  { connection, notifications, clock }: NotificationContext,
  id: string,
  decide: (record: NotificationRecord) => Step,
): Promise<void> {
  await connection.transaction(async (session) => {
    const before = await notifications.collection.findOne({ _id: id }, { session })
    if (!before) return
    const decided = decide(before)
    if (decided.record === before) return
    const { step, successor } = succeed(decided, clock.now())
    const { record, told } = step
    await notifications.collection.replaceOne({ _id: id }, record, { session })
    const events = told.flatMap((state) => eventOf(state, clock.now()))
    await appendToOutbox(outboxModel(connection), events, session)
    if (successor) await notifications.insertMany([successor], session)
  })
}
