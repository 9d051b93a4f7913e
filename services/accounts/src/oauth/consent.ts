import { ALL_SCOPES, type ApiScope } from '@usher/contracts'
import type { Provider } from 'oidc-provider'

/** An authorization request waiting for a person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The device code of a program without a browser that waits for it. */
export const deviceCodeOf = (interaction: Interaction): string | undefined =>
  (interaction as { deviceCode?: string }).deviceCode

/** Whether a program without a browser waits for it. */
export const isOfDevice = (interaction: Interaction): boolean => deviceCodeOf(interaction) !== undefined

/** The scopes that the person has neither granted nor refused yet, by resource. Programs on devices ask for all each time. */
function missingScopes(interaction: Interaction): [string, ApiScope[]][] {
  const { prompt, params } = interaction
  if (!isOfDevice(interaction))
    return Object.entries((prompt.details.missingResourceScopes ?? {}) as Record<string, ApiScope[]>)
  const asked = String(params.scope ?? '').split(' ')
  return [params.resource]
    .flat()
    .map((resource) => [String(resource), ALL_SCOPES.filter((scope) => asked.includes(scope))])
}

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
  // Each program on a device has a grant of its own: another may be for other data.
  const isNew = grantId === undefined || isOfDevice(interaction)
  const known = isNew ? undefined : await provider.Grant.find(grantId)
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
