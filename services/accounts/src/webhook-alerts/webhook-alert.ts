import {
  type CloudEvent,
  type DataOf,
  memberWebhookAlertRequested,
  ROLES,
  type Role,
  webhookEndpointDisabled,
  webhookEndpointFailing,
} from '@usher/contracts'
import { derivedId, newEvent, PermanentError } from '@usher/service-kit'
import type { Member } from '../members/member.ts'

/** What a mail says, whoever gets it. */
type Alert = Omit<DataOf<typeof memberWebhookAlertRequested>, 'id' | 'name' | 'email' | 'link'> & {
  readonly webhook_id: string
}

/** Roles of members who can do something about a webhook. */
export const ALERTED_ROLES = (Object.keys(ROLES) as Role[]).filter((role) =>
  (ROLES[role] as readonly string[]).includes('webhooks:manage'),
)

/** @throws PermanentError for an event that is not of its contract */
export function alertOf({ id, type, data }: CloudEvent): Alert {
  if (type === webhookEndpointFailing.type) {
    const failing = webhookEndpointFailing.data.safeParse(data).data
    if (failing) {
      const { id: webhook_id, url, failing_since, disables_at: disabled_at } = failing
      return { webhook_id, alert: 'failing', reason: 'failing', url, failing_since, disabled_at }
    }
  }
  const disabled = webhookEndpointDisabled.data.safeParse(data).data
  if (type !== webhookEndpointDisabled.type || !disabled) {
    throw new PermanentError(`event ${id} is not as its contract says`)
  }
  const { id: webhook_id, url, reason, failing_since, disabled_at } = disabled
  return { webhook_id, alert: 'disabled', reason, url, failing_since, disabled_at }
}

/** The event that has a mail sent to a member. */
export function alertRequested(
  cause: CloudEvent,
  { webhook_id, ...alert }: Alert,
  { _id: id, name, email }: Member,
  publicUrl: string,
): CloudEvent {
  return newEvent(memberWebhookAlertRequested, {
    subject: derivedId('event', `${cause.id} ${id}`),
    // The only event of a mail.
    sequence: 1,
    time: new Date(cause.time),
    origin: { organizationId: cause.organizationid, actor: cause.actor, requestId: cause.requestid },
    data: { id, name, email, link: `${publicUrl}/settings/webhooks/${webhook_id}`, ...alert },
  })
}
