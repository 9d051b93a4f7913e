import { type PrivacyRecords, testOrganizationId } from '@usher/contracts'
import { deleteOrganizationRecords } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { presentApiKey } from '../api-keys/api-key.ts'
import type { ServiceContext } from '../context.ts'
import { presentMember } from '../members/member.ts'
import { presentOrganization } from '../organizations/organization.ts'

const EVERYBODY = { afterId: undefined, limit: 0 }

/** Exports an organisation's data in this service, without credentials. */
export async function exportOwnData(
  { organizations, members, apiKeys, publicUrl }: ServiceContext,
  organizationId: string,
): Promise<PrivacyRecords> {
  const [organization, people, keys] = await Promise.all([
    organizations.find(organizationId),
    members.list(organizationId, EVERYBODY),
    apiKeys.listOf(organizationId),
  ])
  return [
    ...(organization ? [{ type: 'organization', ...presentOrganization(organization, publicUrl) }] : []),
    ...people.map((member) => ({ type: 'member', ...presentMember(member) })),
    ...keys.map((key) => ({ type: 'api_key', ...presentApiKey(key) })),
  ]
}

/**
 * Deletes an organisation and its data in this service, except its privacy requests and audit trail. Returns
 * the number of records.
 */
export async function eraseOwnData(
  context: ServiceContext,
  organizationId: string,
  session: ClientSession,
): Promise<number> {
  const { connection, oauthClients, artifacts, idempotency, privacy } = context
  for (const id of await oauthClients.idsOf(organizationId, session)) {
    await artifacts.deleteOfClient(id, session)
  }
  await artifacts.grants.delete({ organizationId }, session)
  let count = 0
  for (const id of [organizationId, testOrganizationId(organizationId)]) {
    count += await deleteOrganizationRecords(connection, id, session)
  }
  await idempotency.deleteAllOf(organizationId, session)
  await privacy.deleteAnswersOf(organizationId, session)
  return count
}
