import type { Target } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { archiveOrDelete } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteChangedType } from '../freed/freed.ts'

/**
 * Deletes a service type that was never booked and is offered to nobody; archives others. A concurrent booking writes the ledger of
 * one of its providers, all of which are written here, so one of the two transactions is retried.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function deleteServiceType(session: ClientSession, ctx: BookingPlatformContext, target: Target) {
  const { serviceTypes, ledgers, bookings, standbys, clock } = ctx
  const { organizationId, id } = target
  const isUsed = async () => {
    const { provider_ids } = await serviceTypes.require(organizationId, id, session)
    await ledgers.lock(organizationId, { providerIds: provider_ids, type: id }, session)
    return (
      (await bookings.existsOf(organizationId, { service_type_id: id }, session)) ||
      (await standbys.anyOffered(organizationId, id, session))
    )
  }
  const deleted = await archiveOrDelete(session, { store: serviceTypes, target, isUsed, now: clock.now() })
  await noteChangedType(session, ctx, deleted.before)
  return deleted
}
