import {
  type Caller,
  type CloudEvent,
  type FieldChanges,
  type OrganizationUpdate,
  organizationUpdated,
} from '@usher/contracts'
import {
  appendToOutbox,
  changesBetween,
  inTransaction,
  newEvent,
  notFound,
  type Origin,
  requireMatch,
} from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { type Organization, settingsOf, verifiedOf } from './organization.ts'

interface Target {
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

/**
 * Changes the settings of the caller's organisation; returns it before and after. No event if nothing
 * changes.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export const updateOrganization = (
  { connection, organizations, outbox, clock }: AccountsContext,
  { caller, origin, ifMatch }: Target,
  given: OrganizationUpdate,
): Promise<{ before: Organization; after: Organization }> =>
  inTransaction(connection, async (session) => {
    const current = await organizations.findOpen(caller.organization_id, session)
    if (!current) throw notFound('organisation')
    requireMatch(ifMatch, current.version)
    const before = settingsOf(current)
    const settings = { ...before, ...given }
    if (JSON.stringify(settings) === JSON.stringify(before)) return { before: current, after: current }
    const version = current.version + 1
    await organizations.set(current._id, { ...settings, version }, session)
    const after = { ...current, ...settings, version }
    const changes = changesBetween(before, settings)
    const event = organizationChanged(after, { changes, time: clock.now(), origin })
    await appendToOutbox(outbox, [event], session)
    return { before: current, after }
  })

/** The event for a change. */
export const organizationChanged = (
  after: Organization,
  { changes, time, origin }: { changes: FieldChanges; time: Date; origin: Origin },
): CloudEvent =>
  newEvent(organizationUpdated, {
    subject: after._id,
    sequence: after.version,
    time,
    origin,
    data: { id: after._id, ...settingsOf(after), ...verifiedOf(after), changes },
  })
