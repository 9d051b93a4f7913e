import type { Step } from './lifecycle.ts'
import {
  isAutomatic,
  type NewNotification,
  type NotificationRecord,
  newNotification,
} from './notification.ts'

/** Reasons that hold for every channel: no failover after these. */
const NOT_OF_THE_CHANNEL: readonly string[] = [
  ...['erased', 'too_late', 'no_longer_of_use', 'quiet_hours', 'opted_out', 'organization_limit'],
  ...['public_join_limit', 'public_booking_limit', 'booking_code_limit'],
  ...['template_failed', 'unknown_template'],
]

/** A step, and the notification through the next channel that follows from it. */
export interface Succession {
  readonly step: Step
  readonly successor?: NotificationRecord
}

/**
 * Fails over to the next channel, once, when a message failed or its delivery was not confirmed in time.
 */
export function succeed(step: Step, now: Date): Succession {
  const { record, told } = step
  const [next, ...alternatives] = record.alternatives ?? []
  if (!next || record.failover_to || !told.includes(record) || !isUnreached(record)) return { step }
  const successor = newNotification(
    {
      ...factsOf(record),
      ...next,
      alternatives,
      cause: `failover ${record._id}`,
      failover_of: record._id,
      ...(isAutomatic(record) ? {} : { asked: true }),
    },
    now,
  )
  const succeeded = { ...record, failover_to: successor._id }
  return {
    step: { record: succeeded, told: told.map((state) => (state === record ? succeeded : state)) },
    successor,
  }
}

function isUnreached({ channel, status, error, unconfirmed_at }: NotificationRecord): boolean {
  if (status !== 'failed') return Boolean(unconfirmed_at)
  // A guest over the limit on push must not get SMS instead.
  if (channel === 'push' && error?.code === 'number_limit') return false
  return !NOT_OF_THE_CHANNEL.includes(error?.code ?? '')
}

/** What its successor has of a notification: all but its state. */
const factsOf = ({
  send_at: _,
  asked: __,
  failover_to: ___,
  unconfirmed_at: ____,
  held: _____,
  counted: ______,
  shared_counted: _______,
  ...facts
}: NotificationRecord): NewNotification => facts
