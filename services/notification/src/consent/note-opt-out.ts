import type { NotificationContext } from '../context.ts'

/** Code of a provider's refusal because the recipient sent STOP to it. */
export const OPTED_OUT = 'opted_out'

/**
 * Records the opt-out when a provider refuses a recipient who opted out there, so that no further messages are tried.
 */
export async function noteOptOut(
  { notifications, optOuts }: NotificationContext,
  notificationId: string,
  at: Date,
): Promise<void> {
  const record = await notifications.findInAnyOrganization(notificationId)
  if (!record || record.to === null) return
  const { organization_id, to: address } = record
  const reason = 'The provider refuses to send to this recipient.'
  await optOuts.add({ organization_id, address, source: 'provider', reason, created_at: at })
}
