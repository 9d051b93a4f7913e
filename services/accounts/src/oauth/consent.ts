import type { ApiScope } from '@usher/contracts'
import type { Provider } from 'oidc-provider'

/** An authorization request waiting for a person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The scopes that the person has neither granted nor refused yet, by resource. */
const missingScopes = ({ prompt }: Interaction) =>
  Object.entries((prompt.details.missingResourceScopes ?? {}) as Record<string, ApiScope[]>)

/** The scopes that the application requests. */
export const requestedScopes = (interaction: Interaction): ApiScope[] => [
  ...new Set(missingScopes(interaction).flatMap(([, scopes]) => scopes)),
]

/**
 * Records a person's consent. Other requested scopes are recorded as refused, so that they are not requested
 * again in this grant.
 *
 * @returns id of the grant
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
