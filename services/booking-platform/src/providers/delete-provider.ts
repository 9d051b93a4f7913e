import type { Target } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { archiveOrDelete } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreedProvider } from '../freed/freed.ts'

/**
 * Deletes a provider without any booking or hold; archives others. A concurrent booking writes the ledger
 * that is deleted or locked here, so one of the two transactions is retried.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function deleteProvider(session: ClientSession, ctx: BookingPlatformContext, target: Target) {
  const { providers, serviceTypes, ledgers, bookings, clock } = ctx
  const { organizationId, id } = target
  const now = clock.now()
  const isUsed = async () =>
    (await ledgers.isUsed(organizationId, id, now, session)) ||
    (await bookings.existsOf(organizationId, { provider_id: id }, session))
  const deleted = await archiveOrDelete(session, { store: providers, target, isUsed, now })
  await serviceTypes.forgetProvider(organizationId, id, session)
  if (deleted.after) await ledgers.lock(organizationId, { providerIds: [id] }, session)
  else await ledgers.delete(organizationId, id, session)
  await noteFreedProvider(session, ctx, deleted.before)
  return deleted
}
