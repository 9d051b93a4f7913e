import { privacyRequested, replyHandled } from '@usher/contracts'
import {
  type Clock,
  createOperationRouter,
  type Foundation,
  inboxModel,
  openService,
  prepareEventJobs,
  startConsumer,
  startEventJobs,
  startFoundation,
  systemClock,
} from '@usher/service-kit'
import { createEventHandler, FOLLOWED_EVENTS } from './automatic/on-event.ts'
import type { NotificationConfig } from './config.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { createContext, type NotificationContext } from './context.ts'
import { conversationRoutes } from './conversation/conversation-routes.ts'
import { settingsRoutes } from './limits/settings-routes.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { createOrganizationHandler, ORGANIZATION_EVENTS } from './organizations/on-organization.ts'
import { createPrivacyStep } from './privacy/privacy-jobs.ts'
import { startRetention } from './privacy/retention.ts'
import { createProviderChoice } from './providers/choose-provider.ts'
import type { OnInbound } from './providers/provider.ts'
import { createSandbox } from './providers/sandbox/sandbox.ts'
import { createReceiptHandler } from './receipts/on-receipt.ts'
import { createInboundHandler } from './replies/on-inbound.ts'
import { createHandledHandler } from './replies/on-reply-handled.ts'
import { replyRoutes } from './replies/reply-routes.ts'
import { startDispatcher } from './sending/dispatcher.ts'
import { templateRoutes } from './templates/template-routes.ts'

export type { NotificationConfig } from './config.ts'

export interface NotificationService extends AsyncDisposable {
  readonly url: string
  /** Sends what is due and waits for the results, for tests. */
  sendDue(): Promise<void>
  /** Takes in what somebody answered, as providers give it, for tests. */
  receive: OnInbound
  /** Does the steps of privacy requests that are due. */
  runPrivacyJobs(): Promise<void>
  /** Does now what is otherwise done every hour: taking people out of what is old. */
  forget(): Promise<void>
}

/** Starts the notification service: messages to guests, and what became of them. */
export async function startNotification(
  config: NotificationConfig,
  clock: Clock = systemClock,
): Promise<NotificationService> {
  const foundation = await startFoundation('notification', config)
  const { broker, connection, log, metrics, shutdown, verifyCaller } = foundation
  const ctx = createContext(foundation, config, clock)
  const inbox = inboxModel(connection)
  prepareEventJobs(connection)
  const sandbox = createSandbox(foundation, clock)
  const choose = createProviderChoice(config.sandbox ? [sandbox.provider] : [])
  const dispatcher = shutdown.use(startDispatcher(ctx, choose))
  const sendSoon = () => void dispatcher.takeUp()
  const operations = createOperationRouter(verifyCaller, metrics)
  // Before the notifications, of which one could be called "templates" otherwise.
  templateRoutes(ctx, operations)
  settingsRoutes(ctx, operations)
  consentRoutes(ctx, operations)
  replyRoutes(ctx, operations, { sandbox: config.sandbox, sendSoon })
  conversationRoutes(ctx, operations)
  notificationRoutes(ctx, operations, sendSoon)
  const { url } = await openService(foundation, config, [operations.router])
  shutdown.use(sandbox.start(log, createReceiptHandler(ctx)))
  const handle = createEventHandler(ctx, inbox, sendSoon)
  const followed = { queue: 'notification.events', events: FOLLOWED_EVENTS, handle, log }
  shutdown.use(await startConsumer(broker, followed))
  await followOthers(foundation, ctx, sendSoon)
  const wanted = { queue: 'notification.privacy', events: [privacyRequested] }
  const privacy = { ...wanted, clock, step: createPrivacyStep(ctx) }
  const jobs = shutdown.use(await startEventJobs(foundation, privacy))
  const { forget } = await startRetention(foundation, ctx)
  return {
    url,
    sendDue: dispatcher.sendDue,
    receive: createInboundHandler(ctx, sendSoon),
    runPrivacyJobs: jobs.run,
    forget,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

/** Follows organisations, and what becomes of replies. */
async function followOthers(
  { broker, connection, log, shutdown }: Foundation,
  ctx: NotificationContext,
  sendSoon: () => void,
) {
  const organizations = {
    ...{ queue: 'notification.organizations', events: ORGANIZATION_EVENTS, log },
    handle: createOrganizationHandler(ctx.organizations),
  }
  shutdown.use(await startConsumer(broker, organizations))
  const handle = createHandledHandler(ctx, inboxModel(connection), sendSoon)
  const handled = { queue: 'notification.replies', events: [replyHandled], handle, log }
  shutdown.use(await startConsumer(broker, handled))
}
