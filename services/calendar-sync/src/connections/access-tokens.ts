import type { Clock, SecretKey } from '@usher/service-kit'
import type { AccessToken, AccessTokenSource } from '../google/google.ts'
import { GoogleError } from '../google/google-error.ts'
import type { GoogleOAuth } from '../google/oauth.ts'
import type { Pause } from '../google/retry.ts'
import { type Owner, sealTokens, unsealTokens } from '../google/tokens.ts'
import type { ConnectionRecord } from './connection.ts'
import type { ConnectionStore } from './connection-store.ts'

/** How long before its expiry an access token is refreshed, in ms. */
const EARLY_MS = 300_000

/** Lease of a refresh, in ms; longer than Google may take to answer. */
const LEASE_MS = 30_000

/** How often to check whether another replica has stored the new tokens, in ms. */
const LOOK_MS = 100

interface Options {
  readonly clock: Clock
  readonly pause: Pause
  readonly keys: readonly SecretKey[]
  readonly oauth: GoogleOAuth
  readonly connections: ConnectionStore
  /** Called when Google rejects the refresh token of a record. */
  readonly onRefused: (record: ConnectionRecord) => Promise<void>
}

/** Access tokens of connections: refreshed early, by one replica at a time, while other callers wait. */
export class AccessTokens implements AccessTokenSource {
  readonly #options: Options
  readonly #underWay = new Map<string, Promise<AccessToken>>()

  constructor(options: Options) {
    this.#options = options
  }

  async of({ _id, organization_id }: Owner, refused?: number): Promise<AccessToken> {
    const before = this.#underWay.get(_id)
    if (before && refused === undefined) return await before
    const mine = this.#find({ _id, organization_id }, refused)
    this.#underWay.set(_id, mine)
    try {
      return await mine
    } finally {
      if (this.#underWay.get(_id) === mine) this.#underWay.delete(_id)
    }
  }

  async #find(owner: Owner, refused?: number): Promise<AccessToken> {
    const { connections, clock, pause } = this.#options
    for (;;) {
      const record = await connections.find(owner.organization_id, owner._id)
      if (!record) throw new GoogleError('disconnected')
      if (record.needs_reauth_since) throw new GoogleError('auth')
      const lastsMs = record.access_expires_at.getTime() - clock.now().getTime()
      const isGood = lastsMs > 0 && record.token_version !== refused
      if (isGood && lastsMs > EARLY_MS) return this.#opened(record)
      if (await connections.leaseRefresh(record, LEASE_MS)) return await this.#refresh(record, isGood)
      // Another replica refreshes: use the current token while it is valid, or wait for the new one.
      if (isGood) return this.#opened(record)
      await pause(LOOK_MS)
    }
  }

  async #refresh(record: ConnectionRecord, isGood: boolean): Promise<AccessToken> {
    const { connections, oauth, keys, onRefused } = this.#options
    try {
      const { refresh } = unsealTokens(record.tokens, record, keys)
      const grant = await oauth.refresh(refresh)
      const tokens = { access: grant.accessToken, refresh: grant.refreshToken ?? refresh }
      const sealed = sealTokens(tokens, record, keys)
      const saved = await connections.saveTokens(record, sealed, grant.expiresAt)
      return saved ? { value: tokens.access, version: record.token_version + 1 } : await this.#find(record)
    } catch (error) {
      await connections.endRefresh(record)
      if (error instanceof GoogleError && error.fault === 'auth') await onRefused(record)
      // The refresh was early and the current token is still valid: an outage at Google does not stop us.
      else if (isGood) return this.#opened(record)
      throw error
    }
  }

  #opened(record: ConnectionRecord): AccessToken {
    const { access } = unsealTokens(record.tokens, record, this.#options.keys)
    return { value: access, version: record.token_version }
  }
}
