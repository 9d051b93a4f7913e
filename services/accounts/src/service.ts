import { EVENTS, privacyCompleted, requestsRecorded } from '@usher/contracts'
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
import { noteOldOwners } from './grants/note-owner.ts'
import { startMailOutbox } from './mail/mail-outbox.ts'
import { startMailer } from './mail/mailer.ts'
import { createAnswerHandler } from './privacy/gather-answers.ts'
import { createRouters } from './routers.ts'
import { usageConsumer } from './usage/on-requests-recorded.ts'
import { webhookAlertConsumer } from './webhook-alerts/on-endpoint-health.ts'

export type { AccountsConfig } from './config.ts'

/**
 * What the gateway has recorded, for the audit trail: nobody waits for it, so rather one transaction for many than
 * one for every few. Up to a thousand entries are in one event.
 */
const RECORDS = { queue: 'accounts.audit-records', events: [requestsRecorded], prefetch: 64, gatherMs: 250 }

/**
 * Events of changes, for those whose record is lost. They are looked at once the gateway has told of their requests,
 * which it does every 2 s, so that nearly all need no more than a look.
 */
const CHANGES = {
  queue: 'accounts.audit',
  events: EVENTS.filter(({ type }) => type !== requestsRecorded.type),
  prefetch: 1_000,
  gatherMs: 3_000,
}

export interface AccountsService extends AsyncDisposable {
  readonly url: string
  /** Settles now what is due: events whose request is not in the audit trail. */
  settleAudit(): Promise<void>
  /** Puts into the audit trail what has arrived, without waiting for more to do together. */
  flushAudit(): void
}

/** Starts the accounts service: organisations, their members and credentials, OAuth, usage and the audit trail. */
export async function startAccounts(config: AccountsConfig, clock?: Clock): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config, clock)
  const { log, shutdown } = foundation
  const context = await createServiceContext(foundation, config)
  registerAuditMetrics(foundation, context)
  void noteOldOwners(context).catch((error) =>
    log.error({ err: error }, 'old OAuth grants have no owner yet'),
  )
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

/** Every replica shows the same. */
function registerAuditMetrics(foundation: Foundation, { audit, clock }: ServiceContext): void {
  readGauge(foundation, {
    name: 'usher_audit_oldest_due_seconds',
    help: 'How long the event has been due for the audit trail that has waited for longest',
    read: async (self) => self.set(secondsSince(await audit.oldestDue(clock.now()), clock.now())),
  })
}

/** Before anybody can be recognised, so that the queues are there before the first event is published. */
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
  const gather = createAnswerHandler(context, context.inbox)
  const answers = { queue: 'accounts.privacy', events: [privacyCompleted], handle: gather, log }
  shutdown.use(await startConsumer(broker, answers))
  return [records, changes]
}
