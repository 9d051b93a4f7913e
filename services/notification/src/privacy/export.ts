import type { NotificationContext } from '../context.ts'
import { type NotificationRecord, presentNotification } from '../notifications/notification.ts'
import { guestIdsOf, NOTIFICATIONS, nextNotifications } from './find-people.ts'
import type { Outcome, People, PrivacyState } from './state.ts'

/** Exports the next notifications to people. What is known of guests themselves, the queue service exports. */
export async function exportPeople(
  ctx: NotificationContext,
  people: People,
  state: PrivacyState,
): Promise<Outcome> {
  const guestIds = await guestIdsOf(ctx, people, state)
  return answerWith(await nextNotifications(ctx, people, guestIds, state.after), { ...state, guestIds })
}

/** Exports the next notifications of an organisation. */
export async function exportOrganization(
  { notifications }: NotificationContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> {
  const found = await notifications.collection
    .find({ organization_id: organizationId, _id: { $gt: state.after } })
    .sort({ _id: 1 })
    .limit(NOTIFICATIONS)
    .toArray()
  return answerWith(found, state)
}

function answerWith(found: readonly NotificationRecord[], state: PrivacyState): Outcome {
  const data = found.map((record) => ({ type: 'notification', ...presentNotification(record) }))
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const last = found.at(-1)
  if (found.length < NOTIFICATIONS || !last) return { answer }
  return { answer, state: { ...state, parts: part, after: last._id } }
}
