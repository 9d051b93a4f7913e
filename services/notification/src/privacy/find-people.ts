import type { NotificationContext } from '../context.ts'
import type { People, PrivacyState } from './state.ts'

/** Records per step: far below the broker's message limit. */
export const NOTIFICATIONS = 200

/** Ids of the guests in question, as far as known. */
export async function guestIdsOf(
  { privacy }: NotificationContext,
  { organizationId, subject }: People,
  state: PrivacyState,
): Promise<string[]> {
  if ('guest_id' in subject) return [subject.guest_id]
  return [...new Set([...state.guestIds, ...(await privacy.guestIds(organizationId, subject))])]
}
