import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

const CODE_LIFE_MS = 10 * 60_000
/** What `expires_in` says in Google's examples is a second less. */
const ACCESS_LIFE_MS = 3_600_000
/** "There is currently a limit of 100 refresh tokens per Google Account per OAuth 2.0 client ID." */
export const REFRESH_TOKEN_LIMIT = 100
/** "The refresh token has not been used for six months." Both: https://developers.google.com/identity/protocols/oauth2#expiration */
const UNUSED_LIFE_MS = 183 * 86_400_000

/** What an account has allowed a client in one go; refresh and access tokens hang on it. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly email: string
  readonly scopes: readonly string[]
  readonly nonce?: string | undefined
  refreshToken?: string
  /** Milliseconds. */
  usedAt: number
}

export interface AuthorizationCode {
  readonly grant: Grant
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: number
}

interface AccessToken {
  readonly grantId: string
  expiresAt: number
}

export interface GrantRecords {
  readonly grants: readonly Grant[]
  readonly accessTokens: readonly (readonly [string, AccessToken])[]
}

/** Codes and tokens, for as long as they are good. */
export class Grants {
  onChange: () => void = () => {}
  /** Every code, token and PKCE verifier so far, also of those that are over: none of them may be found anywhere. */
  readonly secrets = new Set<string>()
  readonly #clock: Clock
  readonly #refreshTokenLimit: number
  readonly #codes = new Map<string, AuthorizationCode>()
  readonly #grants = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, AccessToken>()

  constructor(clock: Clock, refreshTokenLimit = REFRESH_TOKEN_LIMIT) {
    this.#clock = clock
    this.#refreshTokenLimit = refreshTokenLimit
  }

  /** Whether the account has allowed the client anything. */
  knows(clientId: string, email: string): boolean {
    return [...this.#grants.values()].some((grant) => grant.clientId === clientId && grant.email === email)
  }

  /** Everything that the account has allowed the client so far. */
  scopesOf(clientId: string, email: string): string[] {
    const grants = [...this.#grants.values()]
    return grants.flatMap((grant) =>
      grant.clientId === clientId && grant.email === email ? grant.scopes : [],
    )
  }

  /** @param isOffline whether a refresh token is given with the code's tokens */
  issueCode(
    allowed: Pick<Grant, 'clientId' | 'email' | 'scopes' | 'nonce'>,
    binding: Pick<AuthorizationCode, 'redirectUri' | 'codeChallenge'>,
    isOffline: boolean,
  ): string {
    const grant: Grant = { ...allowed, id: secret('grant-'), usedAt: this.#now() }
    if (isOffline) grant.refreshToken = secret('1//')
    const code = secret('4/0')
    for (const told of [code, grant.refreshToken]) if (told) this.secrets.add(told)
    this.#codes.set(code, { ...binding, grant, expiresAt: this.#now() + CODE_LIFE_MS })
    return code
  }

  /** A code is good once: it is gone when it has been looked at. */
  takeCode(code: string): AuthorizationCode | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    return found && found.expiresAt > this.#now() ? found : undefined
  }

  /** Puts a grant into force whose code was exchanged; the oldest beyond the limit ends without notice. */
  begin(grant: Grant): void {
    this.#grants.set(grant.id, grant)
    const withRefresh = [...this.#grants.values()].filter(
      ({ clientId, email, refreshToken }) =>
        refreshToken !== undefined && clientId === grant.clientId && email === grant.email,
    )
    for (const old of withRefresh.slice(0, -this.#refreshTokenLimit)) this.#end(old)
    this.onChange()
  }

  /** The grant of a refresh token of this client, which counts as used. */
  refresh(refreshToken: string, clientId: string): Grant | undefined {
    const grant = [...this.#grants.values()].find((known) => known.refreshToken === refreshToken)
    if (grant?.clientId !== clientId) return undefined
    if (grant.usedAt < this.#now() - UNUSED_LIFE_MS) return undefined
    grant.usedAt = this.#now()
    return grant
  }

  /** @returns an access token and the seconds for which it is good */
  issueAccessToken(grant: Grant): { readonly token: string; readonly expiresIn: number } {
    const token = secret('ya29.')
    this.secrets.add(token)
    this.#accessTokens.set(token, { grantId: grant.id, expiresAt: this.#now() + ACCESS_LIFE_MS })
    this.onChange()
    return { token, expiresIn: ACCESS_LIFE_MS / 1_000 - 1 }
  }

  grantOfAccessToken(token: string): Grant | undefined {
    const found = this.#accessTokens.get(token)
    return found && found.expiresAt > this.#now() ? this.#grants.get(found.grantId) : undefined
  }

  /** Ends the grant of a refresh or access token; false if there is none. */
  revoke(token: string): boolean {
    const grant =
      [...this.#grants.values()].find((known) => known.refreshToken === token) ??
      this.grantOfAccessToken(token)
    if (grant) this.#end(grant)
    return grant !== undefined
  }

  /** Ends everything that an account has allowed: what the account's owner can do in Google's settings. */
  revokeAll(email: string): void {
    for (const grant of this.#grants.values()) if (grant.email === email) this.#end(grant)
  }

  expireAccessTokens(): void {
    for (const token of this.#accessTokens.values()) token.expiresAt = this.#now()
    this.onChange()
  }

  get records(): GrantRecords {
    return { grants: [...this.#grants.values()], accessTokens: [...this.#accessTokens] }
  }

  restore({ grants, accessTokens }: GrantRecords): void {
    for (const grant of grants) this.#grants.set(grant.id, grant)
    for (const [token, record] of accessTokens) this.#accessTokens.set(token, record)
  }

  #end(grant: Grant): void {
    this.#grants.delete(grant.id)
    for (const [token, { grantId }] of this.#accessTokens) {
      if (grantId === grant.id) this.#accessTokens.delete(token)
    }
    this.onChange()
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

const secret = (prefix: string) => prefix + randomBytes(32).toString('base64url')
