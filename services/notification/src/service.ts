import { eventQueue, isLive } from '@usher/contracts'
import {
  type Clock,
  type ConsumerOptions,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  type Foundation,
  inboxModel,
  openService,
  prepareEventJobs,
  startConsumer,
  startFoundation,
  startPrivacy,
} from '@usher/service-kit'
import { announcementRoutes } from './announcements/announcement-routes.ts'
import { createEventHandler } from './automatic/on-event.ts'
import { startReminders } from './automatic/remind.ts'
import { httpCallbacks } from './callbacks/http-callbacks.ts'
import { smtpCallbacks } from './callbacks/smtp-callbacks.ts'
import { twilioCallbacks } from './callbacks/twilio-callbacks.ts'
import type { NotificationConfig } from './config.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { createContext, type NotificationContext } from './context.ts'
import { conversationRoutes } from './conversation/conversation-routes.ts'
import { settingsRoutes } from './limits/settings-routes.ts'
import { createOrganizationHandler } from './organizations/on-organization.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { createBreakers } from './providers/breaker.ts'
import { createProviderChoice } from './providers/choose-provider.ts'
import type { ChooseProvider, OnInbound, Provider } from './providers/provider.ts'
import { createPushProvider } from './providers/push/push-provider.ts'
import { createSandbox, sandboxChannels } from './providers/sandbox/sandbox.ts'
import { createProviderMaker } from './providers/settings/create-provider.ts'
import type { ProviderTools } from './providers/settings/provider-kind.ts'
import { providerRoutes } from './providers/settings/provider-routes.ts'
import { createProviderTools } from './providers/settings/provider-tools.ts'
import { ownSmtpProvider } from './providers/smtp/smtp-kind.ts'
import { pushRoutes } from './push-subscriptions/push-routes.ts'
import { queueMessagesRoutes } from './queue-messages/queue-messages-routes.ts'
import { createReceiptHandler } from './receipts/on-receipt.ts'
import { startOverdue } from './receipts/overdue.ts'
import { createInboundHandler } from './replies/on-inbound.ts'
import { createHandledHandler } from './replies/on-reply-handled.ts'
import { replyRoutes } from './replies/reply-routes.ts'
import { type Dispatcher, startDispatcher } from './sending/dispatcher.ts'
import { notificationRoutes } from './sending/notification-routes.ts'
import { testMessageRoutes } from './sending/test-message-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'

/** How long an event waits for others, in ms: a moment compared with the time that a message takes to arrive. */
const GATHER_MS = 50

export type { NotificationConfig } from './config.ts'

export interface NotificationService extends AsyncDisposable {
  readonly url: string
  /** Sends what is due and waits for the results. For tests. */
  sendDue(): Promise<void>
  /** Marks messages whose receipt is overdue as unconfirmed. For tests. */
  giveUpWaiting(): Promise<void>
  /** Creates the reminders that are due. */
  remind(): Promise<void>
  /** Handles an inbound message, as providers pass it. For tests. */
  receive: OnInbound
  /** Runs the due steps of privacy requests. */
  runPrivacyJobs(): Promise<void>
  /** Runs the hourly retention job now, which removes people from old records. */
  forget(): Promise<void>
}

/** Starts the notification service: messages to guests, their delivery, and guests' replies. */
export async function startNotification(
  config: NotificationConfig,
  clock?: Clock,
): Promise<NotificationService> {
  return await composeNotification(await startFoundation('notification', config, clock), config)
}

/** Builds the service on a foundation: that of its process, or that of test clocks. */
export async function composeNotification(
  foundation: Foundation,
  config: NotificationConfig,
): Promise<NotificationService> {
  const { broker, connection, log, metrics, shutdown, verifyCaller } = foundation
  const ctx = createContext(foundation, config)
  prepareEventJobs(connection)
  const sandbox = createSandbox(ctx)
  const tools = shutdown.use(createProviderTools(config, ctx.clock, log))
  const choose = chooseAmong(foundation, ctx, { config, tools, sandbox: sandbox.provider })
  const dispatcher = shutdown.use(startDispatcher(ctx, choose))
  const sendSoon = () => void dispatcher.takeUp()
  const onReceipt = createReceiptHandler(ctx)
  const onInbound = createInboundHandler(ctx, sendSoon)
  const operations = createOperationRouter(verifyCaller, metrics)
  // Before the notification routes, which would take "templates" for an id.
  templateRoutes(ctx, operations)
  settingsRoutes(ctx, operations, (organizationId) => sandboxChannels(choose, organizationId))
  consentRoutes(ctx, operations)
  replyRoutes(ctx, operations, { sandbox: config.sandbox, sendSoon })
  conversationRoutes(ctx, operations)
  notificationRoutes(ctx, operations, sendSoon)
  testMessageRoutes(ctx, operations)
  providerRoutes(ctx, operations, { ...config, tools })
  queueMessagesRoutes(ctx, operations)
  announcementRoutes(ctx, operations, sendSoon)
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  twilioCallbacks(ctx, open, { onReceipt, onInbound }, config)
  httpCallbacks(ctx, open, { onReceipt, onInbound }, config)
  pushRoutes(ctx, open, { ...config, refusalOf: tools.refusalOf })
  smtpCallbacks(ctx, open, onReceipt, { ...config, returnPaths: tools.returnPaths })
  const { url } = await openService(foundation, config, [open.router, operations.router])
  shutdown.use(sandbox.start(onReceipt))
  const consumers = consumersOf(foundation, ctx, dispatcher)
  for (const consumer of consumers) shutdown.use(await startConsumer(broker, consumer))
  const runs = await startRuns(foundation, ctx, dispatcher)
  return {
    url,
    receive: onInbound,
    sendDue: dispatcher.sendDue,
    ...runs,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

interface Providing {
  readonly config: NotificationConfig
  readonly tools: ProviderTools
  readonly sandbox: Provider
}

/**
 * Chooses among an organisation's providers, then the installation's, then the sandbox if it is enabled; for test data
 * always the sandbox, whatever the channel.
 */
function chooseAmong(
  foundation: Foundation,
  { providers: store, guests }: NotificationContext,
  { config, tools, sandbox }: Providing,
): ChooseProvider {
  const mail = config.smtp && ownSmtpProvider(config.smtp, tools)
  foundation.shutdown.defer(() => mail?.close?.())
  const create = createProviderMaker(tools, config.secretKeys, config.publicUrl)
  const guard = createBreakers(foundation)
  const { push, secretKeys } = config
  const byDefault = [
    ...(mail ? [guard(mail)] : []),
    ...(config.sandbox ? [sandbox] : []),
    ...(push ? [guard(createPushProvider({ push, secretKeys, guests, tools }))] : []),
  ]
  const choose = foundation.shutdown.use(
    createProviderChoice({ store, create, guard, failures: foundation.failures, byDefault }),
  )
  return async (organizationId, ...asked) =>
    isLive(organizationId) ? await choose(organizationId, ...asked) : sandbox
}

/** Starts the recurring jobs; returns a function to run each now. */
async function startRuns(foundation: Foundation, ctx: NotificationContext, dispatcher: Dispatcher) {
  const { shutdown } = foundation
  const reminders = shutdown.use(startReminders(ctx, dispatcher))
  const overdue = shutdown.use(startOverdue(ctx))
  const privacy = await startPrivacy(foundation, privacyPlan(ctx))
  return { remind: reminders.poke, giveUpWaiting: overdue.poke, ...privacy }
}

/** What the service does on events of guests, queues, bookings and organisations, and on the outcome of replies. */
function consumersOf(
  { connection, log }: Foundation,
  ctx: NotificationContext,
  dispatcher: Dispatcher,
): ConsumerOptions[] {
  const occasions = { ...eventQueue('notification.events'), gatherMs: GATHER_MS }
  const onHandled = createHandledHandler(ctx, inboxModel(connection), () => void dispatcher.takeUp())
  return [
    { ...occasions, handle: createEventHandler(ctx, dispatcher), log },
    { ...eventQueue('notification.organizations'), handle: createOrganizationHandler(ctx), log },
    { ...eventQueue('notification.replies'), handle: onHandled, log },
  ]
}
