import type { Operation } from '../operation.ts'
import * as account from './account.ts'
import * as apiKeys from './api-keys.ts'
import { exportAuditRecords, listAuditRecords } from './audit.ts'
import * as availability from './availability.ts'
import * as bookingPage from './booking-page.ts'
import * as bookingSeries from './booking-series.ts'
import * as bookings from './bookings.ts'
import * as brand from './brand.ts'
import * as catalog from './catalog.ts'
import * as categories from './categories.ts'
import * as consent from './consent.ts'
import * as customerSession from './customer-session.ts'
import * as eventStream from './event-stream.ts'
import * as googleCalendar from './google-calendar.ts'
import * as guests from './guests.ts'
import * as members from './members.ts'
import * as messageCallbacks from './message-callbacks.ts'
import * as messageProviders from './message-providers.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as oauthClients from './oauth-clients.ts'
import * as oauthGrants from './oauth-grants.ts'
import * as onlineBooking from './online-booking.ts'
import * as organization from './organization.ts'
import * as ownBooking from './own-booking.ts'
import * as ownPlace from './own-place.ts'
import * as passwords from './passwords.ts'
import * as platformWebhooks from './platform-webhooks.ts'
import * as privacy from './privacy.ts'
import * as products from './products.ts'
import * as providers from './providers.ts'
import * as publicQueue from './public-queue.ts'
import * as pushSubscription from './push-subscription.ts'
import * as queueMessages from './queue-messages.ts'
import * as queueStatistics from './queue-statistics.ts'
import * as queues from './queues.ts'
import * as replies from './replies.ts'
import { listApiRequests, listRequests } from './request-log.ts'
import * as secondFactor from './second-factor.ts'
import * as serviceTypes from './service-types.ts'
import * as standby from './standby.ts'
import * as testClocks from './test-clocks.ts'
import * as testMessages from './test-messages.ts'
import * as usage from './usage.ts'
import * as webhookDeliveries from './webhook-deliveries.ts'
import * as webhooks from './webhooks.ts'

/** Every public operation, by name. */
export const operations = {
  ...queues,
  ...guests,
  ...queueStatistics,
  ...ownPlace,
  ...pushSubscription,
  // Before the notifications, which would take "settings" for an id.
  ...notificationSettings,
  ...consent,
  ...replies,
  ...notifications,
  ...testMessages,
  ...testClocks,
  ...messageProviders,
  ...messageCallbacks,
  ...queueMessages,
  ...publicQueue,
  ...webhooks,
  ...eventStream,
  ...webhookDeliveries,
  ...platformWebhooks,
  ...account,
  ...apiKeys,
  ...oauthClients,
  ...oauthGrants,
  ...members,
  ...secondFactor,
  ...passwords,
  ...usage,
  listRequests,
  listApiRequests,
  listAuditRecords,
  exportAuditRecords,
  ...organization,
  ...brand,
  ...privacy,
  ...serviceTypes,
  ...providers,
  ...availability,
  ...bookings,
  ...bookingSeries,
  ...ownBooking,
  ...bookingPage,
  ...onlineBooking,
  ...standby,
  ...customerSession,
  ...googleCalendar,
  ...catalog,
  ...categories,
  ...products,
}

export const OPERATIONS: readonly Operation[] = Object.values(operations)
