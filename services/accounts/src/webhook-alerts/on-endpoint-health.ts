import { type CloudEvent, webhookEndpointDisabled, webhookEndpointFailing } from '@usher/contracts'
import { appendToOutbox, type ConsumerOptions, type Logger, recordInInbox } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { ALERTED_ROLES, alertOf, alertRequested } from './webhook-alert.ts'

type Context = Pick<ServiceContext, 'connection' | 'inbox' | 'members' | 'outbox' | 'publicUrl'>

/** Of this consumer in the inbox of the service, where others note the same events. */
const inboxId = ({ id }: CloudEvent): string => `webhook-alerts:${id}`

/** The consumer that has mails sent to those who manage webhooks, before and when an endpoint is disabled. */
export const webhookAlertConsumer = (context: Context, log: Logger): ConsumerOptions => ({
  queue: 'accounts.webhook-alerts',
  events: [webhookEndpointFailing, webhookEndpointDisabled],
  async handle(events) {
    for (const event of events) await alertMembers(context, event)
  },
  log,
})

/** An event that comes twice has its mails sent once: they and the inbox commit together. */
async function alertMembers(
  { connection, inbox, members, outbox, publicUrl }: Context,
  event: CloudEvent,
): Promise<void> {
  const alert = alertOf(event)
  await connection.transaction(async (session) => {
    const fresh = await recordInInbox(inbox, [inboxId(event)], session)
    if (fresh.size === 0) return
    const recipients = await members.listWithRoles(event.organizationid, ALERTED_ROLES, session)
    const mails = recipients.map((member) => alertRequested(event, alert, member, publicUrl))
    await appendToOutbox(outbox, mails, session)
  })
}
