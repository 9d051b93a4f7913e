import { acceptInvitation } from './accept-invitation/index.ts'
import { apiKeys } from './api-keys/index.ts'
import { audit } from './audit/index.ts'
import { bookingPage } from './booking-page/index.ts'
import { bookings } from './bookings/index.ts'
import { catalogue } from './catalogue/index.ts'
import type { PageDefinition } from './define-page.ts'
import { developers } from './developers/index.ts'
import { googleCalendar } from './google-calendar/index.ts'
import { home } from './home/index.ts'
import { insights } from './insights/index.ts'
import { members } from './members/index.ts'
import { messageSettings } from './message-settings/index.ts'
import { messages } from './messages/index.ts'
import { createQueue } from './new-queue/index.ts'
import { oauthApps } from './oauth-apps/index.ts'
import { optOuts } from './opt-outs/index.ts'
import { organization } from './organization/index.ts'
import { privacy } from './privacy/index.ts'
import { providers } from './providers/index.ts'
import { queueBoard } from './queue-board/index.ts'
import { queueSettings } from './queue-settings/index.ts'
import { queues } from './queues/index.ts'
import { requestLog } from './request-log/index.ts'
import { resetPassword } from './reset-password/index.ts'
import { security } from './security/index.ts'
import { serviceTypes } from './service-types/index.ts'
import { signIn } from './sign-in/index.ts'
import { signUp } from './sign-up/index.ts'
import { standby } from './standby/index.ts'
import { templates } from './templates/index.ts'
import { testMessages } from './test-messages/index.ts'
import { verifyEmail } from './verify-email/index.ts'
import { webhookEndpoint, webhooks } from './webhooks/index.ts'

/**
 * Every page of the dashboard, in navigation order. The first match wins, so
 * `/queues/new` is before `/queues/:id`.
 */
export const pages: readonly PageDefinition[] = [
  home,
  queues,
  createQueue,
  queueSettings,
  queueBoard,
  bookings,
  standby,
  bookingPage,
  serviceTypes,
  providers,
  catalogue,
  messages,
  templates,
  optOuts,
  insights,
  audit,
  developers,
  requestLog,
  testMessages,
  organization,
  members,
  webhooks,
  webhookEndpoint,
  apiKeys,
  oauthApps,
  googleCalendar,
  messageSettings,
  privacy,
  security,
  signIn,
  signUp,
  resetPassword,
  acceptInvitation,
  verifyEmail,
]
