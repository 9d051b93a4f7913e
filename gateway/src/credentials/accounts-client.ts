import type { KeyObject } from 'node:crypto'
import { type CredentialKind, credentialLookup, type Mode, OAUTH_PATHS } from '@usher/contracts'
import {
  CALLER_HEADER,
  CALLER_TOKEN_SECONDS,
  type Clock,
  type Logger,
  ProblemError,
  signCaller,
} from '@usher/service-kit'
import type { Dispatcher } from 'undici'
import type { ZodError } from 'zod'
import { createBreaker, RETRY_AFTER_SECONDS } from '../breaker.ts'
import { createServicePools, isClosed } from '../service-pools.ts'
import { KNOWN_MS, type LookUp } from './caller-cache.ts'
import { knownCaller } from './known-caller.ts'

const ANSWER_MS = 5_000

interface Options {
  readonly url: string
  readonly privateKey: KeyObject
  readonly log: Logger
  readonly clock: Clock
}

export interface AccountsClient extends AsyncDisposable {
  /** @throws ProblemError `service_unavailable` if accounts is unavailable */
  lookUp(kind: CredentialKind, mode?: Mode): LookUp
  /** The token with which services recognise the gateway itself. */
  gatewayToken(): string
  /**
   * Reads the keys that sign access tokens.
   *
   * @throws Error if that fails
   */
  signingKeys(): Promise<unknown>
}

/** Asks the accounts service who the caller is, by API key, session or access token. */
export function createAccountsClient({ url, privateKey, log, clock }: Options): AccountsClient {
  const pools = createServicePools(url, {
    connections: 20,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  })
  // Reads may be repeated when a stopping process closed their connection.
  const ask = async (request: Dispatcher.RequestOptions) =>
    await pools.kept.request(request).catch((error: unknown) => {
      if (!isClosed(error)) throw error
      return pools.fresh.request(request)
    })
  const token = createTokenSource(privateKey)
  const breaker = createBreaker('accounts', log, async (kind: CredentialKind, sha256: string, mode: Mode) => {
    // Counted from before the request: a revocation while accounts answers may not be in the answer.
    const trustedUntilMs = clock.now().getTime() + KNOWN_MS
    const { statusCode, body } = await ask({
      method: 'POST',
      path: credentialLookup.path,
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind, sha256, livemode: mode === 'live' }),
    })
    const answer = await body.json()
    if (statusCode === 404) return undefined
    if (statusCode !== 200) throw new Error(`accounts answered ${statusCode}`)
    const found = credentialLookup.answer.safeParse(answer)
    if (!found.success) throw unreadable(found.error, log)
    return knownCaller(kind, found.data, privateKey, trustedUntilMs)
  })
  return {
    gatewayToken: token,
    async signingKeys() {
      const headers = { [CALLER_HEADER]: token() }
      const { statusCode, body } = await ask({ method: 'GET', path: OAUTH_PATHS.jwks, headers })
      const answer = await body.json()
      if (statusCode !== 200) throw new Error(`accounts answered ${statusCode}`)
      return answer
    },
    lookUp:
      (kind, mode = 'live') =>
      async (sha256) => {
        try {
          return await breaker.fire(kind, sha256, mode)
        } catch (err) {
          log.debug({ err }, 'a credential could not be looked up')
          throw err instanceof ProblemError ? err : cannotBeChecked()
        }
      },
    async [Symbol.asyncDispose]() {
      breaker.shutdown()
      await pools[Symbol.asyncDispose]()
    },
  }
}

const cannotBeChecked = () =>
  new ProblemError('service_unavailable', 'Credentials cannot be checked at the moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/** One malformed credential is no outage of accounts: a ProblemError does not count against the breaker. */
function unreadable(error: ZodError, log: Logger): ProblemError {
  log.error({ issues: error.issues }, 'what accounts told of a credential could not be read')
  return cannotBeChecked()
}

/** A token renewed at half its lifetime. */
function createTokenSource(privateKey: KeyObject): () => string {
  let token = ''
  let renewAtMs = 0
  return () => {
    if (Date.now() >= renewAtMs) {
      token = signCaller(null, privateKey)
      renewAtMs = Date.now() + (CALLER_TOKEN_SECONDS * 1000) / 2
    }
    return token
  }
}
