import { privacyRequested } from '@usher/contracts'
import {
  type Clock,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  inboxModel,
  openService,
  prepareEventJobs,
  startConsumer,
  startEventJobs,
  startFoundation,
  systemClock,
} from '@usher/service-kit'
import { createEventHandler, FOLLOWED_EVENTS } from './automatic/on-event.ts'
import { startReminders } from './automatic/remind.ts'
import { httpCallbacks } from './callbacks/http-callbacks.ts'
import { smtpCallbacks } from './callbacks/smtp-callbacks.ts'
import { twilioCallbacks } from './callbacks/twilio-callbacks.ts'
import type { NotificationConfig } from './config.ts'
import { createContext } from './context.ts'
import { startOverdue } from './failover/overdue.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { createPrivacyStep } from './privacy/privacy-jobs.ts'
import { startRetention } from './privacy/retention.ts'
import { createProviderChoice } from './providers/choose-provider.ts'
import type { OnInbound } from './providers/provider.ts'
import { createSandbox } from './providers/sandbox/sandbox.ts'
import { createProviderMaker } from './providers/settings/create-provider.ts'
import { providerRoutes } from './providers/settings/provider-routes.ts'
import { createProviderTools } from './providers/settings/provider-tools.ts'
import { ownSmtpProvider } from './providers/smtp/smtp-kind.ts'
import { queueMessagesRoutes } from './queue-messages/queue-messages-routes.ts'
import { createReceiptHandler } from './receipts/on-receipt.ts'
import { createBreakers } from './sending/breaker.ts'
import { startDispatcher } from './sending/dispatcher.ts'
import { templateRoutes } from './templates/template-routes.ts'

export type { NotificationConfig } from './config.ts'

export interface NotificationService extends AsyncDisposable {
  readonly url: string
  /** Sends what is due and waits for the results, for tests. */
  sendDue(): Promise<void>
  /** Gives up waiting for word of what was sent long ago, for tests. */
  giveUpWaiting(): Promise<void>
  /** Makes the reminders that are due. */
  remind(): Promise<void>
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
  const tools = shutdown.use(createProviderTools(config, clock, log))
  const mail = config.smtp && ownSmtpProvider(config.smtp, tools)
  shutdown.defer(() => mail?.close?.())
  const choose = shutdown.use(
    createProviderChoice({
      store: ctx.providers,
      create: createProviderMaker(tools, config.secretKeys, config.publicUrl),
      guard: createBreakers(foundation),
      byDefault: [...(mail ? [mail] : []), ...(config.sandbox ? [sandbox.provider] : [])],
    }),
  )
  const dispatcher = shutdown.use(startDispatcher(ctx, choose))
  const sendSoon = () => void dispatcher.takeUp()
  const operations = createOperationRouter(verifyCaller, metrics)
  // Before the notifications, of which one could be called "templates" otherwise.
  templateRoutes(ctx, operations)
  notificationRoutes(ctx, operations, sendSoon)
  providerRoutes(ctx, operations, { ...config, tools })
  queueMessagesRoutes(ctx, operations)
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  const onReceipt = createReceiptHandler(ctx)
  // What answers mean is understood here once replies are.
  const onInbound: OnInbound = async ({ organizationId, provider, channel }) => {
    log.info({ organizationId, provider, channel }, 'a message came in; nothing reads it yet')
  }
  twilioCallbacks(ctx, open, { onReceipt, onInbound }, config)
  httpCallbacks(ctx, open, { onReceipt, onInbound }, config)
  smtpCallbacks(ctx, open, onReceipt, { ...config, returnPaths: tools.returnPaths })
  const { url } = await openService(foundation, config, [open.router, operations.router])
  shutdown.use(sandbox.start(log, onReceipt))
  const handle = createEventHandler(ctx, inbox, sendSoon)
  const followed = { queue: 'notification.events', events: FOLLOWED_EVENTS, handle, log }
  shutdown.use(await startConsumer(broker, followed))
  const reminders = shutdown.use(startReminders(ctx, sendSoon))
  const wanted = { queue: 'notification.privacy', events: [privacyRequested] }
  const privacy = { ...wanted, clock, step: createPrivacyStep(ctx) }
  const jobs = shutdown.use(await startEventJobs(foundation, privacy))
  const overdue = shutdown.use(startOverdue(ctx))
  const { forget } = await startRetention(foundation, ctx)
  return {
    url,
    sendDue: dispatcher.sendDue,
    giveUpWaiting: overdue.poke,
    remind: reminders.poke,
    runPrivacyJobs: jobs.run,
    forget,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}
