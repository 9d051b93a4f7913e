import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationSent,
  notificationUnconfirmed,
} from '@usher/contracts'
import {
  appendToOutbox,
  type Clock,
  createBatchLoader,
  inTransaction,
  isMongoUnavailable,
  newEvent,
  outboxOf,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { Step } from './lifecycle.ts'
import { type NotificationRecord, presentFacts } from './notification.ts'
import type { NotificationStore } from './notification-store.ts'
import { succeed } from './successor.ts'

const EVENTS = {
  sent: notificationSent,
  delivered: notificationDelivered,
  failed: notificationFailed,
} as const

/** The event for a state. */
export function eventOf(record: NotificationRecord, now: Date): CloudEvent[] {
  if (record.status === 'queued') return []
  const { _id: subject, sequence, origin } = record
  const isGivenUp = record.status === 'sent' && record.unconfirmed_at
  const definition = isGivenUp ? notificationUnconfirmed : EVENTS[record.status]
  const data = { ...presentFacts(record), failover_to: record.failover_to ?? null }
  return [newEvent(definition, { subject, sequence, time: now, origin, data })]
}

interface Change {
  readonly id: string
  readonly decide: (record: NotificationRecord) => Step
}

interface Stores {
  readonly connection: Connection
  readonly notifications: NotificationStore
  readonly clock: Clock
}

/**
 * Changes notifications: the new state, its events, and a resulting notification through another channel commit
 * together. Changes requested while a transaction is in flight share the next one (docs/decisions/0002).
 */
export function createChanges(stores: Stores) {
  let onDue = () => {}
  const change = createBatchLoader<Change, boolean>((changes) => commit(stores, changes))
  return {
    /** Applies a transition to a notification. It may be decided again, after a conflict. */
    async changeNotification(id: string, decide: Change['decide']): Promise<void> {
      if (await change({ id, decide })) onDue()
    },
    /** Sets the listener, one per process, called whenever a change leaves something to send, now or later. */
    whenDue(listener: () => void): void {
      onDue = listener
    },
  }
}

/** @returns for each, whether one of the same transaction is to be sent, now or later */
async function commit(stores: Stores, changes: readonly Change[]): Promise<(boolean | Error)[]> {
  try {
    const isDue = await inTransaction(stores.connection, (session) => apply(stores, changes, session))
    return changes.map(() => isDue)
  } catch (error) {
    if (changes.length === 1 || isMongoUnavailable(error)) return changes.map(() => error as Error)
    // One of them is at fault: commit each alone, so that the others get through.
    const apart: (boolean | Error)[] = []
    for (const change of changes) apart.push(...(await commit(stores, [change])))
    return apart
  }
}

async function apply(
  { connection, notifications, clock }: Stores,
  changes: readonly Change[],
  session: ClientSession,
): Promise<boolean> {
  const found = await notifications.findByIds([...new Set(changes.map(({ id }) => id))], session)
  const changed = new Map<string, NotificationRecord>()
  const successors: NotificationRecord[] = []
  const events: CloudEvent[] = []
  const now = clock.now()
  for (const { id, decide } of changes) {
    const before = changed.get(id) ?? found.get(id)
    const decided = before && decide(before)
    if (!decided || decided.record === before) continue
    const { step, successor } = succeed(decided, now)
    changed.set(id, step.record)
    events.push(...step.told.flatMap((state) => eventOf(state, now)))
    if (successor) successors.push(successor)
  }
  await notifications.replaceMany([...changed.values()], session)
  await appendToOutbox(outboxOf(connection), events, session)
  await notifications.insertMany(successors, session)
  return [...changed.values(), ...successors].some(({ due_at }) => due_at !== undefined)
}
