import type { Credential } from '@usher/contracts'
import type { AccountsContext } from '../context.ts'
import { credentialOf, isValid } from './api-key.ts'

/** Who calls with the key of this SHA-256 (hex); undefined when it is unknown, revoked or expired. */
export async function resolveCredential(
  { apiKeys, organizations, clock }: AccountsContext,
  sha256: string,
): Promise<Credential | undefined> {
  const key = await apiKeys.findBySha256(sha256)
  if (!key || !isValid(key, clock.now())) return undefined
  const organization = await organizations.find(key.organization_id)
  return organization ? credentialOf(key, organization) : undefined
}
