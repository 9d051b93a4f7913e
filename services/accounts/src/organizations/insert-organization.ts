import { organizationCreated } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { type Organization, verifiedOf } from './organization.ts'

/** Inserts an organisation together with its event. */
export async function insertOrganization(
  session: ClientSession,
  { organizations, outbox }: AccountsContext,
  organization: Organization,
  origin: Omit<Origin, 'organizationId'>,
): Promise<void> {
  await organizations.insert(organization, session)
  const { _id: id, name, plan, early_access, country, timezone } = organization
  const event = newEvent(organizationCreated, {
    subject: id,
    sequence: organization.version,
    time: organization.created_at,
    origin: { ...origin, organizationId: id },
    data: { id, name, plan, early_access, country, timezone, ...verifiedOf(organization) },
  })
  await appendToOutbox(outbox, [event], session)
}
