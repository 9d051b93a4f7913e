import type { AuditNote } from '@usher/contracts'
import { AUDIT_HEADER, changesBetween, encodeAuditNote } from '@usher/service-kit'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier } from '../grants/artifact-store.ts'
import type { Middleware } from './issue-access-tokens.ts'
import { organizationOf } from './token-organization.ts'

type Context = Pick<ServiceContext, 'members' | 'oauthClients'>
type Entities = KoaContextWithOIDC['oidc']['entities']

/** Routes with which applications change something. */
const AUDITED_ROUTES = new Set(['token', 'revocation'])

/** Audits what applications do with tokens, and what they are refused. */
export const noteForAudit =
  (context: Context): Middleware =>
  async (ctx, next) => {
    await next()
    if (!AUDITED_ROUTES.has(ctx.oidc?.route ?? '')) return
    const note = await noteOf(context, ctx.oidc.entities, ctx.status < 400)
    if (note) ctx.set(AUDIT_HEADER, encodeAuditNote(note))
  }

/** undefined if the application is unknown. */
async function noteOf(context: Context, entities: Entities, isDone: boolean): Promise<AuditNote | undefined> {
  const { Client: client, AccessToken, ClientCredentials, RefreshToken } = entities
  if (!client) return undefined
  const actor = client.clientId
  const known = AccessToken ?? ClientCredentials ?? RefreshToken
  // Nothing happens to another application's token, and its organisation is not concerned.
  const token = isDone && known?.clientId === actor ? known : undefined
  const owner = token && (await organizationOf(context, token))
  return {
    organization_id: owner ?? (client.organization_id as string | undefined),
    actor,
    resource: token ? hashIdentifier(token.jti) : actor,
  }
}

/** What a member allowed: for which scopes, and whether for live or for test data. */
interface Consent {
  readonly scopes: readonly string[]
  readonly livemode: boolean
}

/** Audit note for a consent; null for a denial. */
export const consentNote = (
  member: { readonly _id: string; readonly organization_id: string },
  clientId: string,
  consent: Consent | null,
): AuditNote => ({
  organization_id: member.organization_id,
  actor: member._id,
  resource: clientId,
  changes: changesBetween(null, { scopes: null, ...consent }),
})
