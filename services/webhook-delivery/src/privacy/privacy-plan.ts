import type { Person, PrivacyPlan } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'

/** What is exported and erased of deliveries, and of events kept for streams. */
export function privacyPlan(ctx: WebhookContext): PrivacyPlan {
  const endpoints = ctx.endpoints.personalData(ctx.clock)
  const deliveries = ctx.persons.personalData()
  const events = ctx.streamedEvents.personalData(ctx)
  return {
    service: 'webhook-delivery',
    people: {
      identify: (person) => subjectsOf(ctx, person),
      exported: [deliveries, events],
      erased: [deliveries, events],
      isRepeated: true,
    },
    organization: {
      exported: [endpoints],
      // Endpoints first, so that nothing more is sent.
      deleted: [endpoints, deliveries],
      alsoDeleted: [ctx.idempotency],
      isRepeated: true,
    },
  }
}

/** Ids of a person's guests, bookings and messages, as found in deliveries and in events kept for streams. */
async function subjectsOf(
  { persons, streamedEvents }: WebhookContext,
  person: Omit<Person, 'ids'>,
): Promise<string[]> {
  if ('guest_id' in person.subject) return [person.subject.guest_id]
  const found = await Promise.all([persons, streamedEvents].map((store) => store.subjectsWith(person)))
  return found.flat()
}
