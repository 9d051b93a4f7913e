import type { ApiScope } from '@usher/contracts'
import type { Provider } from 'oidc-provider'

/** An authorization that waits for a person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** By resource, the scopes that the person has neither given nor refused yet. */
const missingScopes = ({ prompt }: Interaction) =>
  Object.entries((prompt.details.missingResourceScopes ?? {}) as Record<string, ApiScope[]>)

/** What the application asks for. */
export const requestedScopes = (interaction: Interaction): ApiScope[] => [
  ...new Set(missingScopes(interaction).flatMap(([, scopes]) => scopes)),
]

/**
 * Records what a person lets an application do. What was asked for beyond it is recorded as refused, so
 * that it is not asked for again in this grant.
 *
 * @returns identifier of the grant
 */
export async function grantConsent(
  provider: Provider,
  interaction: Interaction,
  allowed: readonly ApiScope[],
): Promise<string> {
  const { grantId, session, params } = interaction
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant =
    known ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) })
  for (const [resource, scopes] of missingScopes(interaction)) {
    const isAllowed = (scope: ApiScope) => allowed.includes(scope)
    grant.addResourceScope(resource, scopes.filter(isAllowed).join(' '))
    const refused = scopes.filter((scope) => !isAllowed(scope)).join(' ')
    if (refused) grant.rejectResourceScope(resource, refused)
  }
  return await grant.save()
}
