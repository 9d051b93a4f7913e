import {
  type ApiScope,
  type CloudEvent,
  calendarNeedsReauth,
  calendarPaused,
  type DataOf,
  type EventDefinition,
  eventQueue,
  memberCalendarAlertRequested,
  memberWebhookAlertRequested,
  ROLES,
  type Role,
  webhookEndpointDisabled,
  webhookEndpointFailing,
} from '@usher/contracts'
import {
  appendToOutbox,
  derivedId,
  inTransaction,
  newEvent,
  PermanentError,
  recordInInbox,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'

type AlertContext = Pick<ServiceContext, 'connection' | 'inbox' | 'members' | 'outbox' | 'publicUrl'>

/** Consumers that request mails to the members who can act on an event. */
export const memberAlertConsumers = (context: AlertContext) =>
  [eventQueue('accounts.webhook-alerts'), eventQueue('accounts.calendar-alerts')].map((consumed) => ({
    ...consumed,
    async handle(events: readonly CloudEvent[]) {
      for (const event of events) await alertMembers(context, consumed.queue, event)
    },
  }))

const ALERTS = [
  alertOn(webhookEndpointFailing, 'webhooks:manage', memberWebhookAlertRequested, (data, publicUrl) => ({
    link: webhookLink(publicUrl, data.id),
    alert: 'failing' as const,
    reason: 'failing' as const,
    url: data.url,
    failing_since: data.failing_since,
    disabled_at: data.disables_at,
  })),
  alertOn(webhookEndpointDisabled, 'webhooks:manage', memberWebhookAlertRequested, (data, publicUrl) => ({
    link: webhookLink(publicUrl, data.id),
    alert: 'disabled' as const,
    reason: data.reason,
    url: data.url,
    failing_since: data.failing_since,
    disabled_at: data.disabled_at,
  })),
  alertOn(calendarNeedsReauth, 'calendar:sync', memberCalendarAlertRequested, (data, publicUrl) => ({
    link: `${publicUrl}/google-calendar`,
    provider_name: data.provider_name,
    since: data.since,
  })),
  alertOn(calendarPaused, 'calendar:sync', memberCalendarAlertRequested, (data, publicUrl) => ({
    link: `${publicUrl}/google-calendar`,
    provider_name: data.provider_name,
    since: data.since,
    alert: 'paused' as const,
  })),
]

/**
 * @param scope members whose role has it get a mail
 * @param contentOf what the mail says, except to whom
 */
function alertOn<Cause extends EventDefinition, Mail extends EventDefinition>(
  cause: Cause,
  scope: ApiScope,
  mail: Mail,
  contentOf: (data: DataOf<Cause>, publicUrl: string) => Omit<DataOf<Mail>, 'id' | 'name' | 'email'>,
) {
  const requestOf = (event: CloudEvent, publicUrl: string) => {
    const { data } = cause.data.safeParse(event.data)
    if (!data) throw malformed(event)
    const content = contentOf(data as DataOf<Cause>, publicUrl)
    return ({ _id: id, name, email }: Member): CloudEvent =>
      newEvent(mail, {
        subject: derivedId('event', `${event.id} ${id}`),
        // A mail has only this event.
        sequence: 1,
        time: new Date(event.time),
        origin: { organizationId: event.organizationid, actor: event.actor, requestId: event.requestid },
        data: { id, name, email, ...content } as DataOf<Mail>,
      })
  }
  return { type: cause.type, scope, requestOf }
}

const webhookLink = (publicUrl: string, id: string): string => `${publicUrl}/settings/webhooks/${id}`

const malformed = ({ id }: CloudEvent) => new PermanentError(`event ${id} is not as its contract says`)

/**
 * Requests mails once per event: they commit with the inbox. Others in the service record the same events, so its id
 * there has the queue. @throws PermanentError for an event that violates its contract
 */
async function alertMembers(
  { connection, inbox, members, outbox, publicUrl }: AlertContext,
  queue: string,
  event: CloudEvent,
): Promise<void> {
  const alert = ALERTS.find(({ type }) => type === event.type)
  if (!alert) throw malformed(event)
  const request = alert.requestOf(event, publicUrl)
  const roles = (Object.keys(ROLES) as Role[]).filter((role) =>
    (ROLES[role] as readonly string[]).includes(alert.scope),
  )
  await inTransaction(connection, async (session) => {
    const fresh = await recordInInbox(inbox, [`${queue}:${event.id}`], session)
    if (fresh.size === 0) return
    const recipients = await members.listWithRoles(event.organizationid, roles, session)
    await appendToOutbox(outbox, recipients.map(request), session)
  })
}
