import { type Caller, type OrganizationUpdate, organizationUpdated } from '@usher/contracts'
import { appendToOutbox, newEvent, notFound, type Origin, requireMatch } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { type Organization, settingsOf, versionOf } from './organization.ts'

interface Target {
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

/**
 * Changes the settings of the caller's organisation; what is set already raises no event. Gives it before and after.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export const updateOrganization = (
  { connection, organizations, outbox, clock }: AccountsContext,
  { caller, origin, ifMatch }: Target,
  given: OrganizationUpdate,
): Promise<{ before: Organization; after: Organization }> =>
  connection.transaction(async (session) => {
    const current = await organizations.findOpen(caller.organization_id, session)
    if (!current) throw notFound('organisation')
    requireMatch(ifMatch, versionOf(current))
    const before = settingsOf(current)
    const settings = { ...before, ...given }
    if (JSON.stringify(settings) === JSON.stringify(before)) return { before: current, after: current }
    const version = versionOf(current) + 1
    await organizations.set(current._id, { ...settings, version }, session)
    const event = newEvent(organizationUpdated, {
      subject: current._id,
      sequence: version,
      time: clock.now(),
      origin,
      data: { id: current._id, ...settings },
    })
    await appendToOutbox(outbox, [event], session)
    return { before: current, after: { ...current, ...settings, version } }
  })
