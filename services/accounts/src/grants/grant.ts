import { ALL_SCOPES, type ApiScope, type OAuthGrantView } from '@usher/contracts'
import type { AdapterPayload } from 'oidc-provider'

/** What a member allows an application to do: the OAuth server's grant and its owner. */
export interface Grant {
  /** TypeID, used in the API: the server's own id stays internal. */
  readonly id: string
  readonly organization_id: string
  readonly member_id: string
  readonly client_id: string
  readonly scopes: readonly ApiScope[]
  readonly created_at: Date
}

/** Scopes by resource, separated by spaces. */
type Resources = Readonly<Record<string, string>>

const scopesOf = (resources: Resources = {}): string[] =>
  Object.values(resources).flatMap((scopes) => scopes.split(' '))

/** The scopes in the payload of an OAuth grant, without refused ones. */
export function grantedScopes(payload: AdapterPayload): ApiScope[] {
  const { resources, rejected } = payload as { resources?: Resources; rejected?: { resources?: Resources } }
  const refused = new Set(scopesOf(rejected?.resources))
  const allowed = new Set(scopesOf(resources).filter((scope) => !refused.has(scope)))
  return ALL_SCOPES.filter((scope) => allowed.has(scope))
}

interface Known {
  /** Names of members and applications, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Ids of applications that registered themselves. */
  readonly selfRegistered: ReadonlySet<string>
}

export const presentGrant = (grant: Grant, { names, selfRegistered }: Known): OAuthGrantView => ({
  id: grant.id,
  client_id: grant.client_id,
  client_name: names.get(grant.client_id) ?? null,
  self_registered: selfRegistered.has(grant.client_id),
  member_id: grant.member_id,
  member_name: names.get(grant.member_id) ?? null,
  scopes: [...grant.scopes],
  created_at: grant.created_at.toISOString(),
})
