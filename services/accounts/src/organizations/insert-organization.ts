import { type CloudEvent, organizationCreated } from '@usher/contracts'
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
  await appendToOutbox(outbox, [firstEventOf(organization, origin)], session)
}

/** The first event of an organisation. */
export function firstEventOf(organization: Organization, origin: Omit<Origin, 'organizationId'>): CloudEvent {
  const { _id: id, name, plan, early_access, country, timezone } = organization
  return newEvent(organizationCreated, {
    subject: id,
    sequence: 1,
    time: organization.created_at,
    origin: { ...origin, organizationId: id },
    data: { id, name, plan, early_access, country, timezone, ...verifiedOf(organization) },
  })
}
