// Runs in browsers, too: nothing here needs Node.
export {
  API_VERSION,
  API_VERSIONS,
  type components,
  type operations,
  STREAM_SILENCE_MS,
} from '../generated/openapi.ts'
export { type ClientCredentials, clientCredentials } from './client-credentials.ts'
export {
  createUsherClient,
  type ListInitOf,
  type SessionClientOptions,
  type SessionPaths,
  type UsherClient,
  type UsherClientOptions,
} from './create-usher-client.ts'
export type { ItemOf, ListPath } from './items-of.ts'
export type { Attempt, RetryPolicy } from './retry-policy.ts'
export { isUsherError, UsherError, type UsherErrorCode } from './usher-error.ts'
export { UsherTimeoutError } from './usher-timeout-error.ts'
