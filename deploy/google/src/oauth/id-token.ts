import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Account } from '../google-state.ts'
import type { Grant } from './grants.ts'

/** Signs ID tokens: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
export class IdTokens {
  readonly #issuer: () => string
  #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined

  constructor(issuer: () => string) {
    this.#issuer = issuer
  }

  sign(grant: Grant, account: Account, accessToken: string, now: Date): string {
    const issuedAt = Math.floor(now.getTime() / 1_000)
    const claims = {
      iss: this.#issuer(),
      azp: grant.clientId,
      aud: grant.clientId,
      sub: account.sub,
      at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
      ...(grant.nonce ? { nonce: grant.nonce } : {}),
      ...(mayReadEmail(grant) ? { email: account.email, email_verified: true } : {}),
      iat: issuedAt,
      exp: issuedAt + 3_600,
    }
    return jwt.sign(claims, this.#pair.privateKey, { algorithm: 'RS256', keyid: 'local' })
  }

  /** The keys as https://www.googleapis.com/oauth2/v3/certs gives them. */
  get keySet() {
    return {
      keys: [{ ...this.#pair.publicKey.export({ format: 'jwk' }), kid: 'local', alg: 'RS256', use: 'sig' }],
    }
  }

  /** Created on first use: generating keys is slow. */
  get #pair() {
    this.#keys ??= generateKeyPairSync('rsa', { modulusLength: 2_048 })
    return this.#keys
  }
}

export const mayReadEmail = ({ scopes }: Pick<Grant, 'scopes'>): boolean =>
  scopes.some((scope) => scope === 'email' || scope.endsWith('/userinfo.email'))
