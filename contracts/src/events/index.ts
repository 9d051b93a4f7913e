import * as requestRecords from '../request-record.ts'
import * as apiKeys from './api-key-events.ts'
import * as bookings from './booking-events.ts'
import * as calendars from './calendar-events.ts'
import type { CloudEvent } from './cloud-event.ts'
import type { EventDefinition } from './define-event.ts'
import * as guests from './guest-events.ts'
import * as members from './member-events.ts'
import * as notifications from './notification-events.ts'
import * as oauth from './oauth-events.ts'
import * as operators from './operator-events.ts'
import * as organizations from './organization-events.ts'
import * as privacy from './privacy-events.ts'
import * as providers from './provider-events.ts'
import * as queues from './queue-events.ts'
import * as replies from './reply-events.ts'
import * as sessions from './session-events.ts'
import * as standby from './standby-events.ts'
import * as webhooks from './webhook-events.ts'

/** Events that revoke credentials or change what their holders may do. */
export const CREDENTIAL_EVENTS = [
  apiKeys.apiKeyUpdated,
  apiKeys.apiKeyRevoked,
  sessions.sessionRevoked,
  members.memberUpdated,
  members.memberPasswordChanged,
  members.memberRemoved,
  oauth.oauthClientUpdated,
  oauth.oauthClientDeleted,
  oauth.oauthTokenRevoked,
  organizations.organizationUpdated,
  organizations.organizationClosed,
] as const

/** Events that customers can subscribe to by webhook. */
export const WEBHOOK_EVENTS = [
  ...guests.GUEST_EVENTS,
  ...queues.QUEUE_EVENTS,
  notifications.notificationSent,
  notifications.notificationDelivered,
  notifications.notificationFailed,
  ...bookings.BOOKING_EVENTS,
  bookings.bookingSeriesCreated,
  bookings.bookingSeriesCancelled,
  ...standby.STANDBY_EVENTS,
] as const

export const WEBHOOK_EVENT_TYPES = WEBHOOK_EVENTS.map((event) => event.type)

const SHOWN = new Map<string, EventDefinition>(WEBHOOK_EVENTS.map((event) => [event.type, event]))

/** The data of an event as carried by webhooks of the newest version, without fields that only services see. */
export function webhookDataOf({ type, data }: Pick<CloudEvent, 'type' | 'data'>): Record<string, unknown> {
  const { inside = [], named = {} } = SHOWN.get(type) ?? {}
  const shown = Object.entries(data as object).filter(([name]) => !inside.includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [named[name] ?? name, value]))
}

const MODULES = [
  requestRecords,
  apiKeys,
  bookings,
  calendars,
  guests,
  members,
  notifications,
  oauth,
  operators,
  organizations,
  privacy,
  providers,
  queues,
  replies,
  sessions,
  standby,
  webhooks,
]

const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'producer' in value

/** Every event on the broker. */
export const EVENTS: readonly EventDefinition[] = MODULES.flatMap((module) =>
  Object.values<unknown>({ ...module }).filter(isEvent),
)

/** Events that say nothing about who did what: records of requests are audited themselves. */
const UNAUDITED: readonly EventDefinition[] = [
  requestRecords.requestsRecorded,
  bookings.bookingHeartbeatSent,
  bookings.bookingCopySent,
  queues.queueLineChanged,
]

/** Events that the audit trail is made of, beside the records of requests. */
export const AUDITED_EVENTS = EVENTS.filter((event) => !UNAUDITED.includes(event))
