import type { NotificationContext } from '../context.ts'

/** Why a provider does not send, or did not, where the recipient has told it STOP. */
export const OPTED_OUT = 'opted_out'

/** A provider does not send to whom has opted out there: neither are further messages tried. */
export async function noteOptOut(
  { notifications, optOuts }: NotificationContext,
  notificationId: string,
  at: Date,
): Promise<void> {
  const record = await notifications.collection.findOne({ _id: notificationId })
  if (!record || record.to === null) return
  const { organization_id, to: address } = record
  const reason = 'The provider refuses to send to this recipient.'
  await optOuts.add({ organization_id, address, source: 'provider', reason, created_at: at })
}
