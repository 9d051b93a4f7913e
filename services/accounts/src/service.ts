import { privacyCompleted } from '@usher/contracts'
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
import { memberRoutes } from './members/member-routes.ts'
import { organizationRoutes } from './organizations/organization-routes.ts'
import { createAnswerHandler } from './privacy/gather-answers.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { openRoutes } from './sessions/open-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

export type { AccountsConfig } from './config.ts'

export interface AccountsService extends AsyncDisposable {
  readonly url: string
}

/** Starts the accounts service: organisations, their members with their sessions, their API keys, and what is exported or erased of them. */
export async function startAccounts(
  config: AccountsConfig,
  clock: Clock = systemClock,
): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config)
  const { broker, connection, log, metrics, shutdown, verifyCaller } = foundation
  const context = await createServiceContext(connection, config, clock)
  const inside = credentialRoutes(context, { guard: onlyGateway(config.callerPublicKey), log, metrics })
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  openRoutes(context, open)
  const signedIn = createOperationRouter(verifyCaller, metrics)
  sessionRoutes(context, signedIn)
  apiKeyRoutes(context, signedIn)
  memberRoutes(context, signedIn)
  invitationRoutes(context, signedIn)
  organizationRoutes(context, signedIn)
  privacyRoutes(context, signedIn)
  const inbox = inboxModel(connection)
  const server = await openService(foundation, config, [inside, open.router, signedIn.router])
  const handle = createAnswerHandler(context, inbox)
  const answers = { queue: 'accounts.privacy', events: [privacyCompleted], handle, log }
  shutdown.use(await startConsumer(broker, answers))
  return { url: server.url, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}
