import { EVENTS, type EventDefinition, requestsRecorded } from '@usher/contracts'
import {
  type Clock,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  onlyGateway,
  openService,
  startConsumer,
  startFoundation,
  startPoller,
  systemClock,
} from '@usher/service-kit'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { createAuditHandler } from './audit/record-events.ts'
import { settlePending } from './audit/settle.ts'
import type { AccountsConfig } from './config.ts'
import { createServiceContext } from './context.ts'
import { credentialRoutes } from './credentials/credential-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import { openRoutes } from './sessions/open-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

export type { AccountsConfig } from './config.ts'

const SETTLE_EVERY_MS = 5_000

/** What the audit trail is made of. */
const AUDITED: readonly EventDefinition[] = [...new Set<EventDefinition>([requestsRecorded, ...EVENTS])]

export interface AccountsService extends AsyncDisposable {
  readonly url: string
  /** Does now what is otherwise done every few seconds: events whose request is not in the audit trail. */
  settleAudit(): Promise<void>
}

/** Starts the accounts service: organisations, their members with their sessions, and their API keys. */
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
  auditRoutes(context, signedIn)
  const handle = createAuditHandler(context)
  // Before anybody can be recognised, so that the queue is there before the first event is published.
  shutdown.use(await startConsumer(broker, { queue: 'accounts.audit', events: AUDITED, handle, log }))
  const server = await openService(foundation, config, [inside, open.router, signedIn.router])
  const settling = shutdown.use(startPoller('audit', SETTLE_EVERY_MS, log, () => settlePending(context)))
  return {
    url: server.url,
    settleAudit: settling.poke,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}
