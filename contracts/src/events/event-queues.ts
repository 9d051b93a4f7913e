import { requestsRecorded } from '../request-record.ts'
import {
  BOOKING_EVENTS,
  bookingCheckedIn,
  bookingCheckInHandled,
  bookingCodeRequested,
  bookingCopySent,
  bookingHeartbeatSent,
} from './booking-events.ts'
import {
  bookingCalendarChangeHandled,
  calendarBookingChangeRequested,
  calendarBusyReplaced,
  calendarNeedsReauth,
  calendarPaused,
} from './calendar-events.ts'
import type { EventDefinition } from './define-event.ts'
import { GUEST_EVENTS, guestAlmostReady } from './guest-events.ts'
import { AUDITED_EVENTS, CREDENTIAL_EVENTS, WEBHOOK_EVENTS } from './index.ts'
import { MAIL_EVENTS } from './member-events.ts'
import { notificationDelivered, notificationFailed, notificationUnconfirmed } from './notification-events.ts'
import { organizationCreated, organizationUpdated } from './organization-events.ts'
import { privacyCompleted, privacyRequested } from './privacy-events.ts'
import { providerDeleted, providerUpdated } from './provider-events.ts'
import {
  QUEUE_EVENTS,
  queueDeleted,
  queueLineChanged,
  queuePaused,
  queueResumed,
  queueUpdated,
} from './queue-events.ts'
import { replyForwarded, replyHandled, replyReceived } from './reply-events.ts'
import { MESSAGED_STANDBY_EVENTS } from './standby-events.ts'
import { webhookEndpointDisabled, webhookEndpointFailing } from './webhook-events.ts'

/** Topic exchange that carries every event; the routing key is the event type. */
export const EVENTS_EXCHANGE = 'usher.events'

/** Direct exchange to the dead-letter queues; the routing key is the queue a message died in. */
export const DEAD_EXCHANGE = 'usher.dead'

/** The durable queues of the broker, `process.purpose`, and the events that each receives. Permissions follow from it. */
const EVENT_QUEUES = {
  'accounts.audit': AUDITED_EVENTS,
  'accounts.audit-records': [requestsRecorded],
  'accounts.calendar-alerts': [calendarNeedsReauth, calendarPaused],
  'accounts.mail': MAIL_EVENTS,
  'accounts.mail-outbox': MAIL_EVENTS,
  'accounts.privacy': [privacyCompleted],
  'accounts.usage': [requestsRecorded],
  'accounts.webhook-alerts': [webhookEndpointFailing, webhookEndpointDisabled],
  'booking-platform.calendar-changes': [calendarBookingChangeRequested],
  'booking-platform.calendars': [calendarBusyReplaced],
  'booking-platform.check-ins': [bookingCheckInHandled],
  'booking-platform.organizations': [organizationUpdated],
  'booking-platform.privacy': [privacyRequested],
  'booking-platform.queues': [...QUEUE_EVENTS, queueDeleted],
  'booking-platform.retention': [organizationUpdated],
  'calendar-sync.bookings': BOOKING_EVENTS,
  'calendar-sync.changes': [bookingCalendarChangeHandled],
  'calendar-sync.organizations': [organizationCreated, organizationUpdated],
  'calendar-sync.privacy': [privacyRequested],
  'calendar-sync.providers': [providerUpdated, providerDeleted],
  'notification.events': [
    ...GUEST_EVENTS,
    guestAlmostReady,
    ...QUEUE_EVENTS,
    ...BOOKING_EVENTS,
    ...MESSAGED_STANDBY_EVENTS,
    bookingCodeRequested,
  ],
  'notification.organizations': [organizationCreated, organizationUpdated],
  'notification.privacy': [privacyRequested],
  'notification.replies': [replyHandled],
  'notification.retention': [organizationUpdated],
  'queue.bookings': [...BOOKING_EVENTS, bookingCopySent, bookingHeartbeatSent],
  'queue.check-ins': [bookingCheckedIn],
  'queue.forwarded-replies': [replyForwarded],
  'queue.privacy': [privacyRequested],
  'queue.reach': [notificationDelivered, notificationFailed, notificationUnconfirmed],
  'queue.replies': [replyReceived],
  'queue.retention': [organizationUpdated],
  'test-clocks.organizations': [organizationCreated, organizationUpdated],
  'test-clocks.privacy': [privacyRequested],
  'webhook-delivery.events': WEBHOOK_EVENTS,
  'webhook-delivery.privacy': [privacyRequested],
} as const satisfies Readonly<Record<string, readonly EventDefinition[]>>

/** The events that each replica of a process receives as they happen, on a queue that the broker names. */
export const EVENT_HINTS = {
  gateway: CREDENTIAL_EVENTS,
  queue: [...GUEST_EVENTS, queueUpdated, queuePaused, queueResumed, queueLineChanged],
} as const satisfies Readonly<Record<string, readonly EventDefinition[]>>

type EventQueueName = keyof typeof EVENT_QUEUES

/** The types of events that a durable queue carries. Its consumer decides on each. */
export type EventTypeIn<Queue extends EventQueueName> = (typeof EVENT_QUEUES)[Queue][number]['type']

/** A durable queue, as its consumer declares and binds it. */
export const eventQueue = (queue: EventQueueName): { queue: string; events: readonly EventDefinition[] } => ({
  queue,
  events: EVENT_QUEUES[queue],
})

/** Names of the durable queues that a process consumes. */
export const eventQueuesOf = (process: string): EventQueueName[] =>
  (Object.keys(EVENT_QUEUES) as EventQueueName[]).filter((queue) => queue.startsWith(`${process}.`))

/** The types of all events that a process receives. */
export function eventTypesReceivedBy(process: string): string[] {
  const hints = process in EVENT_HINTS ? EVENT_HINTS[process as keyof typeof EVENT_HINTS] : []
  const events = [...hints, ...eventQueuesOf(process).flatMap((queue) => eventQueue(queue).events)]
  return [...new Set(events.map(({ type }) => type))]
}
