import {
  type Clock,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  inboxModel,
  onlyGateway,
  openService,
  startConsumer,
  startFoundation,
  systemClock,
} from '@usher/service-kit'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import type { AccountsConfig } from './config.ts'
import { createServiceContext } from './context.ts'
import { credentialRoutes } from './credentials/credential-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { startMailOutbox } from './mail/mail-outbox.ts'
import { memberRoutes } from './members/member-routes.ts'
import { oauthClientRoutes } from './oauth/oauth-client-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { openPasswordRoutes, passwordRoutes } from './passwords/password-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { openRoutes } from './sessions/open-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { usageConsumer } from './usage/on-requests-recorded.ts'
import { usageRoutes } from './usage/usage-routes.ts'

export type { AccountsConfig } from './config.ts'

export interface AccountsService extends AsyncDisposable {
  readonly url: string
}

/** Starts the accounts service: organisations, their members with their sessions, and their API keys. */
export async function startAccounts(
  config: AccountsConfig,
  clock: Clock = systemClock,
): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config)
  const { broker, connection, log, metrics, shutdown, verifyCaller } = foundation
  const inbox = inboxModel(connection)
  const context = await createServiceContext(foundation, config, clock)
  const inside = credentialRoutes(context, { guard: onlyGateway(config.callerPublicKey), log, metrics })
  const verifyGateway = createGatewayVerifier(config.callerPublicKey)
  const open = createOpenOperationRouter(verifyGateway, metrics)
  openRoutes(context, open)
  openPasswordRoutes(context, open)
  const signedIn = createOperationRouter(verifyCaller, metrics)
  sessionRoutes(context, signedIn)
  passwordRoutes(context, signedIn)
  secondFactorRoutes(context, signedIn)
  apiKeyRoutes(context, signedIn)
  oauthClientRoutes(context, signedIn)
  memberRoutes(context, signedIn)
  invitationRoutes(context, signedIn)
  usageRoutes(context, signedIn)
  const { mailOutbox } = config
  if (mailOutbox !== undefined) shutdown.use(await startMailOutbox(broker, mailOutbox, log))
  // Before anybody can be recognised, so that the queue is there before the first record is published.
  shutdown.use(await startConsumer(broker, usageConsumer(context, inbox, log)))
  const server = await openService(foundation, config, [
    inside,
    open.router,
    signedIn.router,
    oauthRoutes(context, verifyGateway),
  ])
  return { url: server.url, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}
