import { ALL_HERE_MS } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { Guests, Outcome, PrivacyState } from './state.ts'

const DELIVERIES = 200

/**
 * Redacts the next batch of deliveries about guests. Pending ones are still sent, without personal data. A
 * second pass catches events that were in transit.
 */
export async function eraseGuests(
  ctx: WebhookContext,
  guests: Guests,
  state: PrivacyState,
): Promise<Outcome> {
  const now = ctx.clock.now()
  const subjects = await subjectsOf(ctx, guests, state)
  const page = { after: state.after, limit: DELIVERIES }
  const found = await ctx.persons.about(guests.organizationId, subjects, page)
  await ctx.persons.redact(found, now)
  const { subject, organizationId } = guests
  await ctx.streamedEvents.deleteAbout({ organizationId, subjects, subject })
  const records = state.records + found.filter(({ redacted_at }) => !redacted_at).length
  const next = { ...state, subjects, records }
  const last = found.at(-1)
  if (found.length === DELIVERIES && last) return { state: { ...next, after: last._id } }
  if (state.passes > 0) return { answer: { part: 1, records, data: null } }
  return { state: { ...next, after: '', passes: 1 }, notBefore: new Date(now.getTime() + ALL_HERE_MS) }
}

/** Ids of the requested guests found in deliveries and in events kept for streams. */
export async function subjectsOf(
  { persons, streamedEvents }: WebhookContext,
  { organizationId, subject }: Guests,
  { subjects }: PrivacyState,
): Promise<string[]> {
  if ('guest_id' in subject) return [subject.guest_id]
  const found = await Promise.all(
    [persons, streamedEvents].map((store) => store.subjectsWith(organizationId, subject)),
  )
  return [...new Set([...subjects, ...found.flat()])]
}
