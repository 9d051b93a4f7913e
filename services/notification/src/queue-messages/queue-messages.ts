import {
  type FieldChanges,
  QUEUE_MESSAGES_DEFAULTS,
  type QueueMessages,
  type QueueMessagesUpdate,
} from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'

/** What the guests of a queue are told by itself, as stored. */
export interface QueueMessagesRecord extends Omit<QueueMessages, 'queue_id' | 'updated_at'> {
  /** Of the queue. */
  readonly _id: string
  readonly organization_id: string
  /** 0: never changed, and not stored. */
  readonly version: number
  readonly updated_at: Date | null
}

/** The settings of a queue for which there are none yet. */
export const defaultMessages = (organization_id: string, _id: string): QueueMessagesRecord => ({
  ...QUEUE_MESSAGES_DEFAULTS,
  ...{ _id, organization_id, version: 0, updated_at: null },
})

/** Settings with some of them changed, switch by switch. */
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
  ...{ automatic, reminder_after_minutes, quiet_hours },
})

/** What the audit trail tells of a change. */
export const messagesChanges = (before: QueueMessagesRecord, after: QueueMessagesRecord): FieldChanges =>
  changesBetween(factsOf(before), factsOf(after))
