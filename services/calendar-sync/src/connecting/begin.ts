import { createHash, hash, randomBytes } from 'node:crypto'
import type { Caller } from '@usher/contracts'
import { findOnceKnown, notFound, seal } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { notConfigured, requireLive } from '../google/problem.ts'

/** Time to give consent at Google, in ms. */
const FLOW_MS = 600_000

export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** What an encrypted PKCE verifier is bound to. */
export const verifierBinding = (flowId: string): string => `google flow ${flowId}`

/** 256 random bits (RFC 6749 §10.10 asks for 128; RFC 7636 §4.1 for a verifier of this length). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

interface BeginRequest {
  readonly provider_id: string
  readonly return_to?: string
}

/**
 * Starts connecting a provider. Google's answer is bound to the actor, the provider and the session.
 *
 * @throws ProblemError `live_only`, `not_found`, `calendar_not_configured`
 */
export async function begin(
  { oauth, providers, flows, clock, config }: CalendarSyncContext,
  caller: Caller,
  { provider_id, return_to }: BeginRequest,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const { organization_id, actor, session_id } = caller
  requireLive(caller)
  if (!oauth) throw notConfigured()
  const find = () => providers.find(organization_id, provider_id)
  if (!(await findOnceKnown(clock, organization_id, provider_id, find))) throw notFound('provider')
  const [state, verifier] = [newSecret(), newSecret()]
  const id = hashOf(state)
  const expiresAt = new Date(clock.now().getTime() + FLOW_MS)
  await flows.insert({
    _id: id,
    organization_id,
    provider_id,
    actor,
    session_id: session_id ?? null,
    verifier: seal(verifier, config.secretKeys, verifierBinding(id)),
    return_to: return_to ?? null,
    expires_at: expiresAt,
    used_at: null,
  })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { url: oauth.authorizationUrl(state, challenge), expiresAt }
}
