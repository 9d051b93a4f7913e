import { ID_PREFIXES } from '@usher/contracts'
import { deriveKey, hmacSha256, type SecretKey, sameBytes } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'

/** 128 bits, beyond guessing. */
const MAC_BYTES = 16
const PREFIX = `${ID_PREFIXES.guest}_`
/** Length of a TypeID after the prefix. */
const SUFFIX_CHARACTERS = 26
/** Tokens to cache: every answer about a guest contains one, and an HMAC costs far more than a look-up. */
const MAX_CACHED = 20_000

/** Tokens that identify guests on their own page: id plus HMAC, so that nothing needs to be stored. */
export interface GuestTokens {
  /** The guest's token under the newest key. */
  of(guestId: string): string
  /**
   * The guest of a token, under any of the keys; undefined for anything else. Constant time, wherever the token is
   * wrong.
   */
  guestOf(token: string): string | undefined
}

/** @param keys newest first; removing a key invalidates all tokens made with it */
export function createGuestTokens(keys: readonly SecretKey[]): GuestTokens {
  const macKeys = keys.map((key) => deriveKey(key, 'guest tokens'))
  const [newest = Buffer.alloc(0)] = macKeys
  const mac = (key: Buffer, guestId: string) => hmacSha256(key, guestId).subarray(0, MAC_BYTES)
  const cached = new LRUCache<string, string>({
    max: MAX_CACHED,
    memoMethod: (guestId) => guestId.slice(PREFIX.length) + mac(newest, guestId).toString('base64url'),
  })
  return {
    of: (guestId) => cached.memo(guestId),
    guestOf(token) {
      const guestId = PREFIX + token.slice(0, SUFFIX_CHARACTERS)
      const given = Buffer.from(token.slice(SUFFIX_CHARACTERS))
      const isOf = (key: Buffer) => sameBytes(Buffer.from(mac(key, guestId).toString('base64url')), given)
      return macKeys.filter(isOf).length > 0 ? guestId : undefined
    },
  }
}
