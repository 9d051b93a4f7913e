import {
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  type Foundation,
  onlyGateway,
} from '@usher/service-kit'
import type { Router } from 'express'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import type { AccountsConfig } from './config.ts'
import type { ServiceContext } from './context.ts'
import { credentialRoutes } from './credentials/credential-routes.ts'
import { grantRoutes } from './grants/grant-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import { oauthClientRoutes } from './oauth/oauth-client-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { brandRoutes } from './organizations/brand-routes.ts'
import { organizationRoutes } from './organizations/organization-routes.ts'
import { pageErrorRoutes } from './page-errors/page-error-routes.ts'
import { openPasswordRoutes, passwordRoutes } from './passwords/password-routes.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { requestLogRoutes } from './request-log/request-log-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { openRoutes } from './sign-in/open-routes.ts'
import { signUpRoutes } from './sign-ups/sign-up-routes.ts'
import { usageRoutes } from './usage/usage-routes.ts'

/** Creates all HTTP routes of the service. */
export function createRouters(
  { log, metrics, verifyCaller }: Foundation,
  context: ServiceContext,
  { callerPublicKey }: AccountsConfig,
): Router[] {
  const verifyGateway = createGatewayVerifier(callerPublicKey)
  const open = createOpenOperationRouter(verifyGateway, metrics)
  openRoutes(context, open)
  openPasswordRoutes(context, open)
  signUpRoutes(context, open)
  brandRoutes(context, open)
  const signedIn = createOperationRouter(verifyCaller, metrics)
  sessionRoutes(context, signedIn)
  pageErrorRoutes(context, signedIn, metrics)
  passwordRoutes(context, signedIn)
  secondFactorRoutes(context, signedIn)
  apiKeyRoutes(context, signedIn)
  oauthClientRoutes(context, signedIn)
  grantRoutes(context, signedIn)
  memberRoutes(context, signedIn)
  invitationRoutes(context, signedIn)
  organizationRoutes(context, signedIn)
  privacyRoutes(context, signedIn)
  usageRoutes(context, signedIn)
  requestLogRoutes(context, signedIn)
  auditRoutes(context, signedIn)
  const guard = onlyGateway(callerPublicKey)
  const inside = [credentialRoutes(context, { guard, log, metrics })]
  return [...inside, open.router, signedIn.router, oauthRoutes(context, verifyGateway)]
}
