import { eventQueue } from '@usher/contracts'
import type { PrivacyPlan } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { erase } from '../notifications/lifecycle.ts'

/** What is exported, erased and kept for a time of messages, replies and consent. */
export function privacyPlan(ctx: NotificationContext): PrivacyPlan {
  const notifications = ctx.notifications.personalData((found, { now }) =>
    Promise.all(found.map(({ _id }) => ctx.changeNotification(_id, (record) => erase(record, now)))),
  )
  const guests = ctx.guests.personalData()
  const bookings = ctx.bookings.personalData()
  const replies = ctx.replies.personalData()
  const consents = ctx.consents.personalData()
  const optOuts = ctx.optOuts.personalData()
  const { retentions, counters, idempotency } = ctx
  const exported = [notifications, replies, consents, optOuts, guests]
  return {
    service: 'notification',
    people: {
      identify: (person) => ctx.guests.idsOf(person),
      exported,
      // Copies first, so that no more messages are composed from them.
      erased: [guests, bookings, replies, consents, optOuts, notifications],
      isRepeated: true,
    },
    organization: {
      exported,
      // First: what is queued must not be sent with providers and limits missing.
      deleted: [notifications],
      alsoDeleted: [counters, idempotency],
      isRepeated: true,
    },
    retention: {
      ...eventQueue('notification.retention'),
      retentions,
      stores: [notifications, guests, replies, consents, optOuts],
    },
  }
}
