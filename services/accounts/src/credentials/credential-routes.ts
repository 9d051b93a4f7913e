import { type Credential, type CredentialKind, credentialLookup } from '@usher/contracts'
import { inTransaction, newId, notFound, type OperationRouter, onlyGateway, parse } from '@usher/service-kit'
import express from 'express'
import { credentialOf, isValid, organizationOfKey } from '../api-keys/api-key.ts'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { resolveAccessToken } from '../oauth/resolve-access-token.ts'
import { type Organization, testOrganizationOf } from '../organizations/organization.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import { sessionCredential } from '../sessions/session.ts'

/** Routes for the gateway to look up API keys, sessions and access tokens. */
export function credentialRoutes(context: ServiceContext, { router }: OperationRouter): void {
  const { log, metrics, verifyCaller } = context

  // The gateways' caches limit this to one write per credential and gateway in 30 s.
  const noteUse = (kind: CredentialKind, { actor, session_id = '' }: Credential) => {
    if (kind === 'access_token') return
    const now = context.clock.now()
    const isSession = kind === 'session'
    const noted = isSession ? context.sessions.touch(session_id, now) : context.apiKeys.touch(actor, now)
    noted.catch((err) => log.warn({ err }, 'the last use of a credential could not be noted'))
  }

  router.post(credentialLookup.path, onlyGateway(verifyCaller), express.json(), async (req, res) => {
    const end = metrics.requestSeconds.startTimer({ operation: 'resolveCredential' })
    res.on('finish', () => end({ status: String(res.statusCode) }))
    const { kind, sha256, livemode } = parse(credentialLookup.body, req.body, '')
    const credential = await resolveCredential[kind](context, sha256, livemode)
    if (!credential) throw notFound('credential')
    res.json(credential)
    noteUse(kind, credential)
  })
}

/** @param livemode false: who a session calls as when it shows test data; of other credentials it says nothing */
type Resolve = (context: ServiceContext, sha256: string, livemode: boolean) => Promise<Credential | undefined>

/**
 * Finds the caller for a credential with this SHA-256 (hex); undefined if it is unknown, revoked or expired.
 */
const resolveCredential: Readonly<Record<CredentialKind, Resolve>> = {
  async api_key({ apiKeys, organizations, clock }, sha256) {
    const key = await apiKeys.findBySha256(sha256)
    if (!key || !isValid(key, clock.now())) return undefined
    const organization = await organizations.findOpen(organizationOfKey(key))
    return organization ? credentialOf(key, organization) : undefined
  },
  async session(context, sha256, livemode) {
    const { sessions, members, organizations, clock } = context
    const session = await sessions.findBySha256(sha256)
    if (!session || session.expires_at <= clock.now()) return undefined
    const [member, organization] = await Promise.all([
      members.find(session.organization_id, session.member_id),
      organizations.findOpen(session.organization_id),
    ])
    if (!member || !organization) return undefined
    return sessionCredential(
      session,
      member,
      livemode ? organization : await testOrganizationFor(context, organization, member),
    )
  },
  access_token: resolveAccessToken,
}

/** The organisation with test data, which the first look at it makes. */
async function testOrganizationFor(
  context: ServiceContext,
  live: Organization,
  { _id: actor }: Member,
): Promise<Organization> {
  const known = testOrganizationOf(live)
  if (known) return known
  const origin = { actor, requestId: newId('request') }
  return await inTransaction(context.connection, (session) =>
    startTestMode(session, context, live._id, origin),
  )
}
