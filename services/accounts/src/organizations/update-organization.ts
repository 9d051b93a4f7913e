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
  normalizePhone,
  notFound,
  type Origin,
  requireMatch,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import {
  logoPathOf,
  type Organization,
  settingsOf,
  verifiedOf,
  withTestOrganization,
} from './organization.ts'

/** Whose organisation to change. */
export interface Target {
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

/** An organisation before and after a change. */
export interface OrganizationChange {
  readonly before: Organization
  readonly after: Organization
}

/**
 * Changes the settings of the caller's organisation. No event if nothing changes.
 *
 * @throws ProblemError `not_found`, `precondition_failed`, `validation_failed` for an impossible phone number
 */
export const updateOrganization = (
  context: AccountsContext,
  target: Target,
  given: OrganizationUpdate,
): Promise<OrganizationChange> =>
  changeOrganization(context, target, async (current) => {
    const settings = { ...settingsOf(current), ...given }
    const { phone, country } = settings
    return { ...settings, phone: phone === null ? null : normalizePhone(phone, country) }
  })

type Decide = (current: Organization, session: ClientSession) => Promise<Partial<Organization>>

/**
 * Changes the caller's organisation together with its event. No event if nothing changes.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export const changeOrganization = (
  { connection, organizations, outbox, clock }: AccountsContext,
  { caller, origin, ifMatch }: Target,
  decide: Decide,
): Promise<OrganizationChange> =>
  inTransaction(connection, async (session) => {
    const before = await organizations.findOpen(caller.organization_id, session)
    if (!before) throw notFound('organisation')
    requireMatch(ifMatch, before.version)
    const changed = await decide(before, session)
    const changes = changesOf(before, { ...before, ...changed })
    if (Object.keys(changes).length === 0) return { before, after: before }
    const version = before.version + 1
    await organizations.set(before._id, { ...changed, version }, session)
    const after = { ...before, ...changed, version }
    await appendToOutbox(outbox, changeEvents(after, { changes, time: clock.now(), origin }), session)
    return { before, after }
  })

/** What an organisation changed of its settings, with the logo. */
export const changesOf = (before: Organization, after: Organization): FieldChanges =>
  changesBetween(settingsWithLogo(before), settingsWithLogo(after))

const settingsWithLogo = (organization: Organization) => ({
  ...settingsOf(organization),
  logo: organization.logo ?? null,
})

interface Changed {
  /** Absent: nobody changed anything, services only learn of it. */
  readonly changes?: FieldChanges
  readonly time: Date
  readonly origin: Omit<Origin, 'organizationId'>
}

/** The events for a change: its test organisation, if it has one, changes with it. */
export const changeEvents = (after: Organization, changed: Changed): CloudEvent[] =>
  withTestOrganization(after).map((organization) => organizationChanged(organization, changed))

export const organizationChanged = (after: Organization, { changes, time, origin }: Changed): CloudEvent =>
  newEvent(organizationUpdated, {
    subject: after._id,
    sequence: after.version,
    time,
    origin: { ...origin, organizationId: after._id },
    data: {
      id: after._id,
      ...settingsOf(after),
      logo_path: logoPathOf(after),
      ...verifiedOf(after),
      ...(changes && { changes }),
    },
  })
