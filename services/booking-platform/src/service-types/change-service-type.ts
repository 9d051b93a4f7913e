import { inTransaction, type Target } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { noteChangedType } from '../freed/freed.ts'
import type { ServiceTypeRecord } from './service-type.ts'

/**
 * Changes a service type. A concurrent booking with a provider that the change removes is decided anew: otherwise a
 * deletion right after it, which looks at the present providers, would miss that booking.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export const changeServiceType = (
  ctx: BookingPlatformContext,
  target: Target,
  change: (current: ServiceTypeRecord) => ServiceTypeRecord,
) =>
  inTransaction(ctx.connection, async (session) => {
    const { serviceTypes, ledgers } = ctx
    const changed = await serviceTypes.tryChange(target, change, session)
    if (!changed) throw new Error('a service type was changed meanwhile')
    const { before, after } = changed
    const removed = before.provider_ids.filter((id) => !after.provider_ids.includes(id))
    if (removed.length > 0) await ledgers.lock(target.organizationId, { providerIds: removed }, session)
    await noteChangedType(session, ctx, after)
    return changed
  })
