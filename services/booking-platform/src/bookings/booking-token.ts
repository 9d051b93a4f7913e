import { ID_PREFIXES } from '@usher/contracts'
import { deriveKey, hmacSha256, type SecretKey, sameBytes } from '@usher/service-kit'

/** 128 bits: cannot be guessed. */
const MAC_BYTES = 16
const PREFIX = `${ID_PREFIXES.booking}_`
/** Length of a TypeID after its prefix. */
const SUFFIX_CHARACTERS = 26

/**
 * Tokens that open a customer's booking page: the booking id and an HMAC of it, so nothing needs to be
 * stored.
 */
export interface BookingTokens {
  /** The token of a booking, made with the newest key. */
  of(bookingId: string): string
  /** The booking of a token made with any of the keys; undefined for any other text. */
  bookingOf(token: string): string | undefined
}

/** @param keys newest first; removing a key invalidates all links made with it */
export function createBookingTokens(keys: readonly SecretKey[]): BookingTokens {
  const macKeys = keys.map((key) => deriveKey(key, 'booking links'))
  const [newest = Buffer.alloc(0)] = macKeys
  const mac = (key: Buffer, id: string) =>
    Buffer.from(hmacSha256(key, id).subarray(0, MAC_BYTES).toString('base64url'))
  return {
    of: (bookingId) => bookingId.slice(PREFIX.length) + mac(newest, bookingId),
    bookingOf(token) {
      const id = PREFIX + token.slice(0, SUFFIX_CHARACTERS)
      const given = Buffer.from(token.slice(SUFFIX_CHARACTERS))
      return macKeys.filter((key) => sameBytes(mac(key, id), given)).length > 0 ? id : undefined
    },
  }
}
