import {
  type FieldChanges,
  QUEUE_MESSAGES_DEFAULTS,
  type QueueMessages,
  type QueueMessagesUpdate,
} from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'

/** Settings for a queue's automatic messages, as stored. */
export interface QueueMessagesRecord extends Omit<QueueMessages, 'queue_id' | 'updated_at'> {
  /** Id of the queue. */
  readonly _id: string
  readonly organization_id: string
  /** 0: never changed, and not stored. */
  readonly version: number
  readonly updated_at: Date | null
}

/** The default settings of a queue. */
export const defaultMessages = (organization_id: string, _id: string): QueueMessagesRecord => ({
  ...QUEUE_MESSAGES_DEFAULTS,
  _id,
  organization_id,
  version: 0,
  updated_at: null,
})

/** Merges changes into settings, switch by switch. */
export const changedMessages = (
  current: QueueMessagesRecord,
  { automatic, ...given }: QueueMessagesUpdate,
  now: Date,
): QueueMessagesRecord => ({
  ...current,
  ...given,
  automatic: { ...current.automatic, ...automatic },
  version: current.version + 1,
  updated_at: now,
})

export const presentMessages = (record: QueueMessagesRecord): QueueMessages => ({
  queue_id: record._id,
  automatic: record.automatic,
  reminder_after_minutes: record.reminder_after_minutes,
  quiet_hours: record.quiet_hours,
  updated_at: record.updated_at?.toISOString() ?? null,
})

const factsOf = ({ automatic, reminder_after_minutes, quiet_hours }: QueueMessagesRecord) => ({
  automatic,
  reminder_after_minutes,
  quiet_hours,
})

/** What the audit trail records of a change. */
export const messagesChanges = (before: QueueMessagesRecord, after: QueueMessagesRecord): FieldChanges =>
  changesBetween(factsOf(before), factsOf(after))
