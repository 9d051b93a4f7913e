import type { AdapterPayload } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier, keyOfArtifact } from './artifact-store.ts'

type Storage = Pick<ServiceContext, 'artifacts' | 'members'>

/** Records the owner of a grant, so that people can find and revoke it. */
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
