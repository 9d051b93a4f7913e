import { ID_PREFIXES } from '@usher/contracts'
import { LRUCache } from 'lru-cache'
import { deriveKey, hmacSha256, type SecretKey, sameBytes } from './secrets.ts'

/** 128 bits: cannot be guessed. */
const MAC_BYTES = 16
/** Length of a TypeID after its prefix. */
const SUFFIX_CHARACTERS = 26
/** Tokens remembered: an answer about a resource may contain its token, and an HMAC costs far more than a look-up. */
const MAX_CACHED = 20_000

/** Tokens that open a resource to their holder: its identifier and an HMAC of it, so that nothing is stored. */
export interface IdTokens {
  /** The token of a resource, made with the newest key. */
  of(id: string): string
  /**
   * The resource of a token made with any of the keys; undefined for any other text. Takes as long wherever the token
   * is wrong.
   */
  idOf(token: string): string | undefined
}

interface Options {
  readonly resource: keyof typeof ID_PREFIXES
  /** Derives the keys, so that a token for one purpose is none for another. */
  readonly purpose: string
}

/** The identifier that a token is about, whether or not it is genuine. */
export const claimedId = (token: string, resource: keyof typeof ID_PREFIXES): string =>
  `${ID_PREFIXES[resource]}_${token.slice(0, SUFFIX_CHARACTERS)}`

/** @param keys newest first; removing a key invalidates all tokens made with it */
export function createIdTokens(keys: readonly SecretKey[], { resource, purpose }: Options): IdTokens {
  const prefix = `${ID_PREFIXES[resource]}_`
  const macKeys = keys.map((key) => deriveKey(key, purpose))
  const [newest = Buffer.alloc(0)] = macKeys
  const macOf = (key: Buffer, id: string) => hmacSha256(key, id).subarray(0, MAC_BYTES).toString('base64url')
  const cached = new LRUCache<string, string>({
    max: MAX_CACHED,
    memoMethod: (id) => id.slice(prefix.length) + macOf(newest, id),
  })
  return {
    of: (id) => cached.memo(id),
    idOf(token) {
      const id = claimedId(token, resource)
      const given = Buffer.from(token.slice(SUFFIX_CHARACTERS))
      const isOf = (key: Buffer) => sameBytes(Buffer.from(macOf(key, id)), given)
      return macKeys.filter(isOf).length > 0 ? id : undefined
    },
  }
}
