import {
  type Clock,
  createAddressGuard,
  createGuardedConnector,
  createRefusalOf,
  createResolve,
  type Logger,
} from '@usher/service-kit'
import { Agent } from 'undici'
import type { NotificationConfig } from '../../config.ts'
import { createReturnPaths } from '../smtp/return-path.ts'
import type { ProviderTools } from './provider-kind.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

const ANSWER_LIMIT_MS = 14_000

/** What providers need, until disposed. */
export type OwnedTools = ProviderTools & AsyncDisposable

/** Creates what providers need. Connections go to allowed addresses only. */
export function createProviderTools(config: NotificationConfig, clock: Clock, log: Logger): OwnedTools {
  const { httpsOnly, ownHosts, twilioApiUrl } = config
  const isAllowedAddress = createAddressGuard(config.allowedAddresses)
  const resolve = createResolve()
  const dispatcher = new Agent({
    connect: createGuardedConnector(isAllowedAddress, resolve).connect,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  return {
    clock,
    log,
    isAllowedAddress,
    resolve,
    returnPaths: createReturnPaths(config.secretKeys),
    refusalOf: createRefusalOf({ httpsOnly, isAllowedAddress, ownHosts }),
    dispatcher,
    answerLimitMs: ANSWER_LIMIT_MS,
    twilioApiUrl,
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  }
}
