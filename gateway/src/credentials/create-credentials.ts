import { hash } from 'node:crypto'
import { mcpResource } from '@usher/contracts'
import { type Clock, deviceCookie, type Logger, sessionCookie } from '@usher/service-kit'
import { createAccessTokenVerifier } from './access-token.ts'
import type { AccountsClient } from './accounts-client.ts'
import type { Credentials } from './authenticate.ts'
import { type CallerCache, createCallerCache } from './caller-cache.ts'

interface Options {
  readonly publicUrl: string
  readonly log: Logger
  readonly clock: Clock
}

interface AllCredentials {
  readonly credentials: Credentials
  /** Those of agents, who may also have a token for the MCP server alone. */
  readonly agents: Credentials
  readonly caches: readonly CallerCache[]
}

/** The credentials that the API and the MCP server accept. */
export function createCredentials(
  accounts: AccountsClient,
  { publicUrl, log, clock }: Options,
): AllCredentials {
  const lookUpToken = accounts.lookUp('access_token')
  const accessTokens = (...audiences: [string, ...string[]]) => {
    const verify = createAccessTokenVerifier({
      publicUrl,
      audiences,
      log,
      readKeys: accounts.signingKeys,
    })
    return createCallerCache(
      async (_, token) => lookUpToken(hash('sha256', await verify(token)), token),
      clock,
    )
  }
  const credentials = {
    apiKeys: createCallerCache(accounts.lookUp('api_key'), clock),
    sessions: createCallerCache(accounts.lookUp('session'), clock),
    testSessions: createCallerCache(accounts.lookUp('session', 'test'), clock),
    accessTokens: accessTokens(publicUrl),
    cookieName: sessionCookie(publicUrl).name,
    deviceCookieName: deviceCookie(publicUrl).name,
  }
  const agents = { ...credentials, accessTokens: accessTokens(publicUrl, mcpResource(publicUrl)) }
  const { apiKeys, sessions, testSessions, accessTokens: tokens } = credentials
  return { credentials, agents, caches: [apiKeys, sessions, testSessions, tokens, agents.accessTokens] }
}
