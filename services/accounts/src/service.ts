import { eventQueue } from '@usher/contracts'
import {
  type Clock,
  type Consumer,
  type Foundation,
  openService,
  readGauge,
  secondsSince,
  startConsumer,
  startFoundation,
} from '@usher/service-kit'
import { createAuditHandler } from './audit/record-events.ts'
import { startSettling } from './audit/settle.ts'
import { calendarAlertConsumer } from './calendar-alerts/calendar-alerts.ts'
import type { AccountsConfig } from './config.ts'
import { createServiceContext, type ServiceContext } from './context.ts'
import { startMailOutbox } from './mail/mail-outbox.ts'
import { startMailer } from './mail/mailer.ts'
import { createAnswerHandler } from './privacy/gather-answers.ts'
import { createRouters } from './routers.ts'
import { usageConsumer } from './usage/on-requests-recorded.ts'
import { webhookAlertConsumer } from './webhook-alerts/on-endpoint-health.ts'

export type { AccountsConfig } from './config.ts'

/**
 * Requests recorded by the gateway, for the audit trail. Nobody waits for them, so gather many per
 * transaction. An event has up to a thousand entries.
 */
const RECORDS = { ...eventQueue('accounts.audit-records'), prefetch: 64, gatherMs: 250 }

/**
 * Events of changes, in case the record of a request is lost. Handled after the gateway has reported the
 * requests, which it does every 2 s, so that nearly all need only a lookup.
 */
const CHANGES = { ...eventQueue('accounts.audit'), prefetch: 1_000, gatherMs: 3_000 }

export interface AccountsService extends AsyncDisposable {
  readonly url: string
  /** Settles due events now: those whose request is not in the audit trail. */
  settleAudit(): Promise<void>
  /** Writes received events to the audit trail without gathering more. */
  flushAudit(): void
}

/** Starts the accounts service: organisations, members, credentials, OAuth, usage and the audit trail. */
export async function startAccounts(config: AccountsConfig, clock?: Clock): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config, clock)
  const { log, shutdown } = foundation
  const context = await createServiceContext(foundation, config)
  registerAuditMetrics(foundation, context)
  const audits = await startConsumers(foundation, context, config)
  const server = await openService(foundation, config, createRouters(foundation, context, config))
  const settling = shutdown.use(startSettling(context, log))
  return {
    url: server.url,
    settleAudit: settling.poke,
    flushAudit: () => audits.forEach((audit) => void audit.flush()),
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

/** Every replica reports the same values. */
function registerAuditMetrics(foundation: Foundation, { audit, clock }: ServiceContext): void {
  readGauge(foundation, {
    name: 'usher_audit_oldest_due_seconds',
    help: 'How long the event has been due for the audit trail that has waited for longest',
    read: async (self) => self.set(secondsSince(await audit.oldestDue(clock.now()), clock.now())),
  })
}

/** Starts before requests are served, so that the queues exist before the first event. */
async function startConsumers(
  { broker, log, shutdown }: Foundation,
  context: ServiceContext,
  { mailOutbox, mail }: AccountsConfig,
): Promise<Consumer[]> {
  const { clock, secretKeys } = context
  if (mailOutbox !== undefined)
    shutdown.use(await startMailOutbox(broker, { folder: mailOutbox, secretKeys, log }))
  if (mail) shutdown.use(await startMailer(broker, { settings: mail, secretKeys, clock, log }))
  else if (mailOutbox === undefined) log.warn('no mail is sent to members: SMTP_URL is not set')
  shutdown.use(await startConsumer(broker, usageConsumer(context, context.inbox, log)))
  shutdown.use(await startConsumer(broker, webhookAlertConsumer(context, log)))
  shutdown.use(await startConsumer(broker, calendarAlertConsumer(context, log)))
  const handle = createAuditHandler(context)
  const records = shutdown.use(await startConsumer(broker, { ...RECORDS, handle, log }))
  const changes = shutdown.use(await startConsumer(broker, { ...CHANGES, handle, log }))
  const answers = { ...eventQueue('accounts.privacy'), handle: createAnswerHandler(context, context.inbox) }
  shutdown.use(await startConsumer(broker, { ...answers, log }))
  return [records, changes]
}
