import { deriveKey, hmacSha256, type SecretKey, spellingsOf } from '@usher/service-kit'

/**
 * Keyed hashes of addresses, which cannot be reversed without the secret key: a plain hash of a phone number is
 * broken by trying all of them.
 */
export interface AddressHashes {
  /** Hash of the canonical spelling under the newest key. */
  of(organizationId: string, address: string): string
  /** Hashes of every spelling under every key, to find those of former spellings and older keys. */
  all(organizationId: string, address: string): string[]
}

/** @param keys newest first: hashes made with a removed key are no longer found */
export function createAddressHashes(keys: readonly SecretKey[]): AddressHashes {
  const macKeys = keys.map((key) => deriveKey(key, 'addresses'))
  const all = (organizationId: string, address: string) =>
    spellingsOf(address).flatMap((spelling) =>
      macKeys.map((key) => hmacSha256(key, `${organizationId} ${spelling}`).toString('base64url')),
    )
  return { all, of: (organizationId, address) => all(organizationId, address)[0] ?? '' }
}
