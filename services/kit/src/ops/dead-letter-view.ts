import type { CloudEvent } from '@usher/contracts'
import type { DeadLetter } from './dead-letters.ts'

const shownEvent = (event: CloudEvent | undefined) => ({
  type: event?.type ?? null,
  organization_id: event?.organizationid ?? null,
  subject: event?.subject ?? null,
  time: event?.time ?? null,
  request_id: event?.requestid ?? null,
})

/** A job that was given up, as operators see it. */
export const shownJob = (event: CloudEvent) => ({
  id: event.id,
  ...shownEvent(event),
  reason: 'job_failed',
  bytes: Buffer.byteLength(JSON.stringify(event)),
})

/** A dead letter as operators see it. */
export const shown = ({ event, message: { properties, content } }: DeadLetter) => ({
  id: String(properties.messageId ?? ''),
  ...shownEvent(event),
  reason: properties.headers?.['x-first-death-reason'] ?? null,
  bytes: content.length,
})

/** Data of the event; the text itself if it is none. */
export const dataOf = ({ event, message }: DeadLetter): unknown =>
  event?.data ?? message.content.toString('utf8')
