import { type ApiScope, type CloudEvent, type EventDefinition, ROLES, type Role } from '@usher/contracts'
import { appendToOutbox, derivedId, inTransaction, recordInInbox } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'

export type AlertContext = Pick<ServiceContext, 'connection' | 'inbox' | 'members' | 'outbox' | 'publicUrl'>

interface Alerts {
  /** Queue of the consumer; also its inbox id, since others in the service record the same events. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /** Members whose role has this scope are notified. */
  readonly scope: ApiScope
  /**
   * Returns the event that requests a mail to a member. @throws PermanentError for an event that violates its
   * contract
   */
  readonly requestOf: (event: CloudEvent) => (member: Member) => CloudEvent
}

/** A consumer that requests mails to the members who can act on an event. */
export const memberAlertConsumer = (context: AlertContext, alerts: Alerts) => ({
  queue: alerts.queue,
  events: alerts.events,
  async handle(events: readonly CloudEvent[]) {
    for (const event of events) await alertMembers(context, alerts, event)
  },
})

/** Requests mails once per event: they commit with the inbox. */
async function alertMembers(
  { connection, inbox, members, outbox }: AlertContext,
  { queue, scope, requestOf }: Alerts,
  event: CloudEvent,
): Promise<void> {
  const request = requestOf(event)
  const roles = (Object.keys(ROLES) as Role[]).filter((role) =>
    (ROLES[role] as readonly string[]).includes(scope),
  )
  await inTransaction(connection, async (session) => {
    const fresh = await recordInInbox(inbox, [`${queue}:${event.id}`], session)
    if (fresh.size === 0) return
    const recipients = await members.listWithRoles(event.organizationid, roles, session)
    await appendToOutbox(outbox, recipients.map(request), session)
  })
}

/** Fields of a mail event derived from its cause. */
export const mailBecauseOf = (cause: CloudEvent, { _id }: Member) => ({
  subject: derivedId('event', `${cause.id} ${_id}`),
  // A mail has only this event.
  sequence: 1,
  time: new Date(cause.time),
  origin: { organizationId: cause.organizationid, actor: cause.actor, requestId: cause.requestid },
})
