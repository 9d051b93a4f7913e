import { type ApiScope, type CloudEvent, type EventDefinition, ROLES, type Role } from '@usher/contracts'
import {
  appendToOutbox,
  type ConsumerOptions,
  derivedId,
  type Logger,
  recordInInbox,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'

export type AlertContext = Pick<ServiceContext, 'connection' | 'inbox' | 'members' | 'outbox' | 'publicUrl'>

interface Alerts {
  /** Of the consumer; names it in the inbox of the service too, where others note the same events. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /** Members whose role has it are told. */
  readonly scope: ApiScope
  /** The event that has a mail sent to a member. @throws PermanentError for an event that is not of its contract */
  readonly requestOf: (event: CloudEvent) => (member: Member) => CloudEvent
}

/** A consumer that has mails sent to those who can do something about what events tell. */
export const memberAlertConsumer = (context: AlertContext, log: Logger, alerts: Alerts): ConsumerOptions => ({
  queue: alerts.queue,
  events: alerts.events,
  async handle(events) {
    for (const event of events) await alertMembers(context, alerts, event)
  },
  log,
})

/** An event that comes twice has its mails sent once: they and the inbox commit together. */
async function alertMembers(
  { connection, inbox, members, outbox }: AlertContext,
  { queue, scope, requestOf }: Alerts,
  event: CloudEvent,
): Promise<void> {
  const request = requestOf(event)
  const roles = (Object.keys(ROLES) as Role[]).filter((role) =>
    (ROLES[role] as readonly string[]).includes(scope),
  )
  await connection.transaction(async (session) => {
    const fresh = await recordInInbox(inbox, [`${queue}:${event.id}`], session)
    if (fresh.size === 0) return
    const recipients = await members.listWithRoles(event.organizationid, roles, session)
    await appendToOutbox(outbox, recipients.map(request), session)
  })
}

/** What the event of a mail has of the event that is the cause of it. */
export const mailBecauseOf = (cause: CloudEvent, { _id }: Member) => ({
  subject: derivedId('event', `${cause.id} ${_id}`),
  // The only event of a mail.
  sequence: 1,
  time: new Date(cause.time),
  origin: { organizationId: cause.organizationid, actor: cause.actor, requestId: cause.requestid },
})
