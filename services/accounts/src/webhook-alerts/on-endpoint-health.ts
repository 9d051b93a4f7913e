import {
  type CloudEvent,
  type DataOf,
  eventQueue,
  memberWebhookAlertRequested,
  webhookEndpointDisabled,
  webhookEndpointFailing,
} from '@usher/contracts'
import { newEvent, PermanentError } from '@usher/service-kit'
import { type AlertContext, mailBecauseOf, memberAlertConsumer } from '../member-alerts/member-alerts.ts'
import type { Member } from '../members/member.ts'

/** Requests mails to those who manage webhooks, before and when an endpoint is disabled. */
export const webhookAlertConsumer = (context: AlertContext) =>
  memberAlertConsumer(context, {
    ...eventQueue('accounts.webhook-alerts'),
    scope: 'webhooks:manage',
    requestOf(event) {
      const alert = alertOf(event)
      return (member) => alertRequested(event, alert, member, context.publicUrl)
    },
  })

/** The content of a mail, without its recipient. */
type Alert = Omit<DataOf<typeof memberWebhookAlertRequested>, 'id' | 'name' | 'email' | 'link'> & {
  readonly webhook_id: string
}

/** @throws PermanentError for an event that violates its contract */
function alertOf({ id, type, data }: CloudEvent): Alert {
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

/** The event that requests a mail to a member. */
function alertRequested(
  cause: CloudEvent,
  { webhook_id, ...alert }: Alert,
  member: Member,
  publicUrl: string,
): CloudEvent {
  const { _id: id, name, email } = member
  return newEvent(memberWebhookAlertRequested, {
    ...mailBecauseOf(cause, member),
    data: { id, name, email, link: `${publicUrl}/settings/webhooks/${webhook_id}`, ...alert },
  })
}
