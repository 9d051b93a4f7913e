import { eventQueue } from '@usher/contracts'
import { defineService, startPrivacy } from '@usher/service-kit'
import { announcementRoutes } from './announcements/announcement-routes.ts'
import { createEventHandler } from './automatic/on-event.ts'
import { startReminders } from './automatic/remind.ts'
import { httpCallbacks } from './callbacks/http-callbacks.ts'
import { smtpCallbacks } from './callbacks/smtp-callbacks.ts'
import { twilioCallbacks } from './callbacks/twilio-callbacks.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { createContext, type NotificationContext } from './context.ts'
import { conversationRoutes } from './conversation/conversation-routes.ts'
import { settingsRoutes } from './limits/settings-routes.ts'
import { createOrganizationHandler } from './organizations/on-organization.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { providerRoutes } from './providers/settings/provider-routes.ts'
import { pushRoutes } from './push-subscriptions/push-routes.ts'
import { queueMessagesRoutes } from './queue-messages/queue-messages-routes.ts'
import { startOverdue } from './receipts/overdue.ts'
import { createHandledHandler } from './replies/on-reply-handled.ts'
import { replyRoutes } from './replies/reply-routes.ts'
import { startDispatcher } from './sending/dispatcher.ts'
import { notificationRoutes } from './sending/notification-routes.ts'
import { testMessageRoutes } from './sending/test-message-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'

export type { NotificationConfig } from './config.ts'

/** How long an event waits for others, in ms: a moment compared with the time that a message takes to arrive. */
const GATHER_MS = 50

/** The notification service: messages to guests, their delivery, and guests' replies. */
export const notificationService = defineService({
  name: 'notification',
  context: createContext,
  jobs: async (ctx: NotificationContext) => {
    const dispatcher = startDispatcher(ctx)
    return {
      dispatcher,
      reminders: startReminders(ctx, dispatcher),
      overdue: startOverdue(ctx),
      ...(await startPrivacy(ctx, privacyPlan(ctx))),
    }
  },
  consumers: (ctx, sending) => [
    {
      ...eventQueue('notification.events'),
      gatherMs: GATHER_MS,
      handle: createEventHandler(ctx, sending.dispatcher),
    },
    { ...eventQueue('notification.organizations'), handle: createOrganizationHandler(ctx) },
    { ...eventQueue('notification.replies'), handle: createHandledHandler(ctx, sending) },
  ],
  routes: [
    // Before the notification routes, which would take "templates" for an id.
    templateRoutes,
    settingsRoutes,
    consentRoutes,
    replyRoutes,
    conversationRoutes,
    notificationRoutes,
    testMessageRoutes,
    providerRoutes,
    queueMessagesRoutes,
    announcementRoutes,
    twilioCallbacks,
    httpCallbacks,
    pushRoutes,
    smtpCallbacks,
  ],
})

export type NotificationService = Awaited<ReturnType<typeof notificationService.start>>
