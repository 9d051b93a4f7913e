import { type ApiScope, ROLES, type Scope } from '@usher/contracts'
import { inTransaction, notFound } from '@usher/service-kit'
import type { Request, Response } from 'express'
import type { Provider } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier, keyOfArtifact } from '../grants/artifact-store.ts'
import type { Member } from '../members/member.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import { grantConsent, type Interaction, isOfDevice, requestedScopes } from './consent.ts'
import { originOfInteraction } from './device-origin.ts'
import { clientOf, note, redirectUriOf, showPage } from './interaction-parts.ts'
import { consentNote } from './note-for-audit.ts'
import type { OAuthClient } from './oauth-client.ts'
import { consentPage } from './pages/consent-page.ts'
import { errorPage } from './pages/error-page.ts'

export async function showConsent(
  context: ServiceContext,
  provider: Provider,
  interaction: Interaction,
  req: Request,
  res: Response,
): Promise<void> {
  const member = await memberOf(context, interaction)
  const client = await clientOf(context, interaction)
  if (!client || isOfOthers(client, member)) return showOfOthers(res)
  const origin = await originOfInteraction(provider, interaction, req)
  if (isOfDevice(interaction) && !origin) return showPage(res.status(400), errorPage('its code has expired'))
  const organization = await context.organizations.find(member.organization_id)
  const redirectUri = redirectUriOf(interaction)
  const facts = {
    uid: interaction.uid,
    clientName: client.name,
    organizationName: organization?.name ?? '',
    memberName: member.name,
    email: member.email,
    scopes: allowedOf(member, requestedScopes(interaction)),
    isSelfRegistered: client.self_registered ?? false,
    redirectUri,
    origin,
  }
  showPage(res, consentPage(facts), redirectUri)
}

export const takeConsent =
  (context: ServiceContext, provider: Provider) =>
  async (interaction: Interaction, req: Request, res: Response): Promise<void> => {
    const member = await memberOf(context, interaction)
    const clientId = String(interaction.params.client_id)
    const client = await clientOf(context, interaction)
    if (!client || !(await letIn(context, client, member))) return showOfOthers(res)
    const allowed = allowedOf(member, requestedScopes(interaction))
    const grantId = await grantConsent(provider, interaction, allowed)
    // Whoever says nothing means test data, where nothing is spoiled.
    const livemode = !isOfDevice(interaction) || req.body?.mode === 'live'
    if (!livemode) await openTestData(context, member, grantId, req)
    note(res, consentNote(member, clientId, { scopes: allowed, livemode }))
    await provider.interactionFinished(req, res, { consent: { grantId } })
  }

/** Makes the tokens of a grant open the test data of the member's organisation. */
async function openTestData(
  context: ServiceContext,
  { _id: actor, organization_id: organizationId }: Member,
  grantId: string,
  req: Request,
): Promise<void> {
  const origin = { organizationId, actor, requestId: req.get('x-request-id') ?? '' }
  await inTransaction(context.connection, (session) =>
    startTestMode(session, context, organizationId, origin),
  )
  await context.artifacts.grants.openTestData(keyOfArtifact('Grant', hashIdentifier(grantId)))
}

export const takeDenial =
  ({ members }: ServiceContext, provider: Provider) =>
  async ({ session, params }: Interaction, req: Request, res: Response): Promise<void> => {
    // There is no member if the sign-in was abandoned.
    const member = await members.findAny(session?.accountId ?? '')
    if (member) note(res, consentNote(member, String(params.client_id), null))
    await provider.interactionFinished(req, res, {
      error: 'access_denied',
      error_description: 'the person did not allow it',
    })
  }

/** Whether a client registered itself and was let in by another organisation: each connects its own. */
const isOfOthers = ({ self_registered, organization_id }: OAuthClient, member: Member): boolean =>
  self_registered === true && organization_id !== null && organization_id !== member.organization_id

/** A client that registered itself becomes one of the organisation whose member is the first to let it in. */
async function letIn(
  { oauthClients }: ServiceContext,
  { _id, self_registered }: OAuthClient,
  { _id: created_by, organization_id }: Member,
): Promise<boolean> {
  if (!self_registered) return true
  return await oauthClients.adopt(_id, { organization_id, created_by })
}

const showOfOthers = (res: Response): void =>
  showPage(res.status(403), errorPage('it was connected by another organisation: connect it anew'))

/** Members cannot grant scopes that they do not have. */
function allowedOf(member: Member, requested: readonly ApiScope[]): ApiScope[] {
  const own = new Set<Scope>(ROLES[member.role])
  return requested.filter((scope) => own.has(scope))
}

/** @throws ProblemError `not_found` if the member was removed meanwhile */
async function memberOf({ members }: ServiceContext, { session }: Interaction): Promise<Member> {
  const member = await members.findAny(session?.accountId ?? '')
  if (!member) throw notFound('member')
  return member
}
