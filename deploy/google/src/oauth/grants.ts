import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

const CODE_LIFE_MS = 10 * 60_000
/** Google's examples show an `expires_in` one second lower. */
const ACCESS_LIFE_MS = 3_600_000
/** "There is currently a limit of 100 refresh tokens per Google Account per OAuth 2.0 client ID." */
export const REFRESH_TOKEN_LIMIT = 100
/** "The refresh token has not been used for six months." Both: https://developers.google.com/identity/protocols/oauth2#expiration */
const UNUSED_LIFE_MS = 183 * 86_400_000

/** One consent of an account to a client; refresh and access tokens belong to it. */
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

/** Valid codes and tokens. */
export class Grants {
  onChange: () => void = () => {}
  /** Every code, token and PKCE verifier ever issued, for checking that none leaks. */
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

  /** Whether the account has granted the client anything. */
  knows(clientId: string, email: string): boolean {
    return [...this.#grants.values()].some((grant) => grant.clientId === clientId && grant.email === email)
  }

  /** All scopes that the account has granted the client. */
  scopesOf(clientId: string, email: string): string[] {
    const grants = [...this.#grants.values()]
    return grants.flatMap((grant) =>
      grant.clientId === clientId && grant.email === email ? grant.scopes : [],
    )
  }

  /** @param isOffline whether exchanging the code also gives a refresh token */
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

  /** Takes a code, which works only once. */
  takeCode(code: string): AuthorizationCode | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    return found && found.expiresAt > this.#now() ? found : undefined
  }

  /** Activates a grant after its code was exchanged; the oldest beyond the limit is dropped silently. */
  begin(grant: Grant): void {
    this.#grants.set(grant.id, grant)
    const withRefresh = [...this.#grants.values()].filter(
      ({ clientId, email, refreshToken }) =>
        refreshToken !== undefined && clientId === grant.clientId && email === grant.email,
    )
    for (const old of withRefresh.slice(0, -this.#refreshTokenLimit)) this.#end(old)
    this.onChange()
  }

  /** The grant of this client's refresh token; marks the token as used. */
  refresh(refreshToken: string, clientId: string): Grant | undefined {
    const grant = [...this.#grants.values()].find((known) => known.refreshToken === refreshToken)
    if (grant?.clientId !== clientId) return undefined
    if (grant.usedAt < this.#now() - UNUSED_LIFE_MS) return undefined
    grant.usedAt = this.#now()
    return grant
  }

  /** @returns an access token and its lifetime in seconds */
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

  /** Revokes the grant of a refresh or access token; false if there is none. */
  revoke(token: string): boolean {
    const grant =
      [...this.#grants.values()].find((known) => known.refreshToken === token) ??
      this.grantOfAccessToken(token)
    if (grant) this.#end(grant)
    return grant !== undefined
  }

  /** Revokes all grants of an account, as its owner can in Google's settings. */
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
