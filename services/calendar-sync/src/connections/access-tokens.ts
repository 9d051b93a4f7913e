import type { Clock, SecretKey } from '@usher/service-kit'
import type { ConnectionRecord } from '../connections/connection.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { GoogleError } from './google-error.ts'
import type { GoogleOAuth } from './oauth.ts'
import type { Pause } from './retry.ts'
import { type Owner, sealTokens, unsealTokens } from './tokens.ts'

/** How long before its end an access token is renewed. */
const EARLY_MS = 300_000

/** How long one replica has for a refresh before another may try; longer than Google may take for the answer. */
const LEASE_MS = 30_000

/** How often a replica looks whether another has the new tokens. */
const LOOK_MS = 100

/** A token to use, and which it is. */
export interface AccessToken {
  readonly value: string
  readonly version: number
}

interface Options {
  readonly clock: Clock
  readonly pause: Pause
  readonly keys: readonly SecretKey[]
  readonly oauth: GoogleOAuth
  readonly connections: ConnectionStore
  /** Notes that Google refuses the tokens, unless they are others meanwhile. */
  readonly onRefused: (record: ConnectionRecord) => Promise<void>
}

/** Access tokens of connections: refreshed early, by one replica at a time, whoever needs them meanwhile waits. */
export class AccessTokens {
  readonly #options: Options
  readonly #underWay = new Map<string, Promise<AccessToken>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * A token that Google should take.
   *
   * @param refused version of the token that Google has just refused, so that another is wanted
   * @throws GoogleError `auth` where access was withdrawn, `disconnected`, `transient`
   */
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
      // Another replica is at it: the old one still does, or the new one is here soon.
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
      // Renewed early, so that an outage at Google is not one of ours.
      else if (isGood) return this.#opened(record)
      throw error
    }
  }

  #opened(record: ConnectionRecord): AccessToken {
    const { access } = unsealTokens(record.tokens, record, this.#options.keys)
    return { value: access, version: record.token_version }
  }
}
