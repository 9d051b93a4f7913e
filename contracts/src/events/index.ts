import { requestsRecorded } from '../request-record.ts'
import { apiKeyCreated, apiKeyRevoked, apiKeyUpdated } from './api-key-events.ts'
import {
  BOOKING_EVENTS,
  bookingCheckedIn,
  bookingCheckInHandled,
  bookingCodeRequested,
  bookingCopySent,
  bookingHeartbeatSent,
  bookingSeriesCancelled,
  bookingSeriesCreated,
} from './booking-events.ts'
import {
  bookingCalendarChangeHandled,
  calendarBookingChangeRequested,
  calendarBusyReplaced,
  calendarNeedsReauth,
  calendarPaused,
} from './calendar-events.ts'
import type { CloudEvent } from './cloud-event.ts'
import type { EventDefinition } from './define-event.ts'
import { GUEST_EVENTS, guestAlmostReady } from './guest-events.ts'
import {
  memberCalendarAlertRequested,
  memberEmailVerificationRequested,
  memberInvited,
  memberPasswordChanged,
  memberPasswordResetRequested,
  memberRemoved,
  memberSignUpRepeated,
  memberUpdated,
  memberWebhookAlertRequested,
} from './member-events.ts'
import {
  notificationDelivered,
  notificationFailed,
  notificationSent,
  notificationUnconfirmed,
} from './notification-events.ts'
import { oauthClientDeleted, oauthClientUpdated, oauthTokenRevoked } from './oauth-events.ts'
import { deadLetterDropped, deadLetterReplayed } from './operator-events.ts'
import { organizationClosed, organizationCreated, organizationUpdated } from './organization-events.ts'
import { privacyCompleted, privacyRequested } from './privacy-events.ts'
import { providerDeleted, providerUpdated } from './provider-events.ts'
import { QUEUE_EVENTS, queueDeleted, queueLineChanged } from './queue-events.ts'
import { replyForwarded, replyHandled, replyReceived } from './reply-events.ts'
import { sessionRevoked } from './session-events.ts'
import { STANDBY_EVENTS } from './standby-events.ts'
import { webhookEndpointDisabled, webhookEndpointFailing } from './webhook-events.ts'

/** Events that revoke credentials or change what their holders may do. */
export const CREDENTIAL_EVENTS = [
  apiKeyUpdated,
  apiKeyRevoked,
  sessionRevoked,
  memberUpdated,
  memberPasswordChanged,
  memberRemoved,
  oauthClientUpdated,
  oauthClientDeleted,
  oauthTokenRevoked,
  organizationUpdated,
  organizationClosed,
] as const

/** Events that customers can subscribe to by webhook. */
export const WEBHOOK_EVENTS = [
  ...GUEST_EVENTS,
  ...QUEUE_EVENTS,
  notificationSent,
  notificationDelivered,
  notificationFailed,
  ...BOOKING_EVENTS,
  bookingSeriesCreated,
  bookingSeriesCancelled,
  ...STANDBY_EVENTS,
] as const

export const WEBHOOK_EVENT_TYPES = WEBHOOK_EVENTS.map((event) => event.type)

const SHOWN = new Map<string, EventDefinition>(WEBHOOK_EVENTS.map((event) => [event.type, event]))

/** The data of an event as carried by webhooks of the newest version, without fields that only services see. */
export function webhookDataOf({ type, data }: Pick<CloudEvent, 'type' | 'data'>): Record<string, unknown> {
  const { inside = [], named = {} } = SHOWN.get(type) ?? {}
  const shown = Object.entries(data as object).filter(([name]) => !inside.includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [named[name] ?? name, value]))
}

/** Every event on the broker. */
export const EVENTS = [
  ...WEBHOOK_EVENTS,
  guestAlmostReady,
  apiKeyCreated,
  apiKeyUpdated,
  apiKeyRevoked,
  sessionRevoked,
  memberUpdated,
  memberRemoved,
  memberSignUpRepeated,
  oauthClientUpdated,
  oauthClientDeleted,
  oauthTokenRevoked,
  memberPasswordChanged,
  memberPasswordResetRequested,
  memberInvited,
  requestsRecorded,
  replyReceived,
  replyHandled,
  replyForwarded,
  bookingCheckedIn,
  bookingCheckInHandled,
  bookingHeartbeatSent,
  bookingCopySent,
  queueLineChanged,
  bookingCodeRequested,
  queueDeleted,
  organizationCreated,
  organizationUpdated,
  organizationClosed,
  privacyRequested,
  privacyCompleted,
  webhookEndpointFailing,
  webhookEndpointDisabled,
  memberWebhookAlertRequested,
  notificationUnconfirmed,
  calendarBusyReplaced,
  calendarBookingChangeRequested,
  bookingCalendarChangeHandled,
  calendarNeedsReauth,
  calendarPaused,
  memberCalendarAlertRequested,
  memberEmailVerificationRequested,
  providerUpdated,
  providerDeleted,
  deadLetterReplayed,
  deadLetterDropped,
] as const

/** Events that say nothing about who did what: records of requests are audited themselves. */
const UNAUDITED: readonly EventDefinition[] = [
  requestsRecorded,
  bookingHeartbeatSent,
  bookingCopySent,
  queueLineChanged,
]

/** Events that the audit trail is made of, beside the records of requests. */
export const AUDITED_EVENTS = EVENTS.filter((event) => !UNAUDITED.includes(event))
