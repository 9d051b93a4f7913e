import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { People, PrivacyState } from './state.ts'

interface Page {
  readonly after: string
  readonly limit: number
}

/** Records per step: far below the broker's message limit. */
export const NOTIFICATIONS = 200

/** Ids of the guests in question, as far as known. */
export async function guestIdsOf(
  { guests }: NotificationContext,
  { organizationId, subject }: People,
  state: PrivacyState,
): Promise<string[]> {
  if ('guest_id' in subject) return [subject.guest_id]
  const filter = { organization_id: organizationId, ...subject }
  const found: string[] = await guests.collection.distinct('_id', filter)
  return [...new Set([...state.guestIds, ...found])]
}

/** The next notifications to guests, or to their phone number or address, by id. */
export async function nextNotifications(
  { notifications }: NotificationContext,
  { organizationId, subject }: People,
  guestIds: readonly string[],
  { after, limit }: Page,
): Promise<NotificationRecord[]> {
  const address = 'phone' in subject ? subject.phone : 'email' in subject ? subject.email : undefined
  const either = [
    { guest_id: { $in: [...guestIds] } },
    ...(address ? [{ to: { $eq: address, $type: 'string' as const } }] : []),
  ]
  return await notifications.collection
    .find({ organization_id: organizationId, _id: { $gt: after }, $or: either })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** The next notifications of an organisation, by id. */
export async function nextOfOrganization(
  { notifications }: NotificationContext,
  organizationId: string,
  { after, limit }: Page,
): Promise<NotificationRecord[]> {
  return await notifications.collection
    .find({ organization_id: organizationId, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}
