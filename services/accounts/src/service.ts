import { EVENTS, privacyCompleted } from '@usher/contracts'
import {
  type Clock,
  type Foundation,
  openService,
  startConsumer,
  startFoundation,
  startPoller,
  systemClock,
} from '@usher/service-kit'
import { createAuditHandler } from './audit/record-events.ts'
import { settlePending } from './audit/settle.ts'
import type { AccountsConfig } from './config.ts'
import { createServiceContext, type ServiceContext } from './context.ts'
import { startMailOutbox } from './mail/mail-outbox.ts'
import { createAnswerHandler } from './privacy/gather-answers.ts'
import { createRouters } from './routers.ts'
import { usageConsumer } from './usage/on-requests-recorded.ts'
import { webhookAlertConsumer } from './webhook-alerts/on-endpoint-health.ts'

export type { AccountsConfig } from './config.ts'

const SETTLE_EVERY_MS = 5_000

/** Events whose entries are in memory together: some have up to a thousand. */
const MOST_AUDITED = 64

export interface AccountsService extends AsyncDisposable {
  readonly url: string
  /** Does now what is otherwise done every few seconds: events whose request is not in the audit trail. */
  settleAudit(): Promise<void>
}

/** Starts the accounts service: organisations, their members and credentials, OAuth, usage and the audit trail. */
export async function startAccounts(
  config: AccountsConfig,
  clock: Clock = systemClock,
): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config)
  const { log, shutdown } = foundation
  const context = await createServiceContext(foundation, config, clock)
  await startConsumers(foundation, context, config)
  const server = await openService(foundation, config, createRouters(foundation, context, config))
  const settling = shutdown.use(startPoller('audit', SETTLE_EVERY_MS, log, () => settlePending(context)))
  return {
    url: server.url,
    settleAudit: settling.poke,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

/** Before anybody can be recognised, so that the queues are there before the first event is published. */
async function startConsumers(
  { broker, log, shutdown }: Foundation,
  context: ServiceContext,
  { mailOutbox }: AccountsConfig,
): Promise<void> {
  if (mailOutbox !== undefined) shutdown.use(await startMailOutbox(broker, mailOutbox, log))
  shutdown.use(await startConsumer(broker, usageConsumer(context, context.inbox, log)))
  shutdown.use(await startConsumer(broker, webhookAlertConsumer(context, log)))
  const record = createAuditHandler(context)
  const audit = { queue: 'accounts.audit', events: EVENTS, prefetch: MOST_AUDITED, handle: record, log }
  shutdown.use(await startConsumer(broker, audit))
  const gather = createAnswerHandler(context, context.inbox)
  const answers = { queue: 'accounts.privacy', events: [privacyCompleted], handle: gather, log }
  shutdown.use(await startConsumer(broker, answers))
}
