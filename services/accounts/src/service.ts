import { type Clock, onlyGateway, openService, startFoundation, systemClock } from '@usher/service-kit'
import { credentialRoutes } from './api-keys/credential-routes.ts'
import type { AccountsConfig } from './config.ts'
import { createContext } from './context.ts'

export type { AccountsConfig } from './config.ts'

export interface AccountsService extends AsyncDisposable {
  readonly url: string
}

/** Starts the accounts service: organisations and their API keys. */
export async function startAccounts(
  config: AccountsConfig,
  clock: Clock = systemClock,
): Promise<AccountsService> {
  const foundation = await startFoundation('accounts', config)
  const { connection, log, metrics, shutdown } = foundation
  const context = await createContext(connection, clock)
  const routes = credentialRoutes(context, { guard: onlyGateway(config.callerPublicKey), log, metrics })
  const server = await openService(foundation, config, [routes])
  return { url: server.url, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}
