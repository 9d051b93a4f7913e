import type { AdapterPayload } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier, keyOfArtifact } from './artifact-store.ts'

type Storage = Pick<ServiceContext, 'artifacts' | 'members'>

/** Notes whose a grant is, for people to find and end it. */
export async function noteOwner(
  { artifacts, members }: Storage,
  grant_id: string,
  { accountId = '' }: AdapterPayload,
): Promise<void> {
  const member = await members.findAny(accountId)
  if (!member) return
  const owner = { grant_id, member_id: member._id, organization_id: member.organization_id }
  await artifacts.grants.setOwner(keyOfArtifact('Grant', hashIdentifier(grant_id)), owner)
}

/**
 * Does the same for grants that a version stored which did not note it. The identifier of a grant is known
 * from its refresh tokens alone; a grant without any has nothing left that could be ended.
 */
export async function noteOldOwners(storage: Storage): Promise<void> {
  for await (const grantId of storage.artifacts.grants.withoutOwner()) {
    const grant = await storage.artifacts.findByHash('Grant', hashIdentifier(grantId))
    if (grant) await noteOwner(storage, grantId, grant.payload)
  }
}
