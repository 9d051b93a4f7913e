import { deriveKey, hmacSha256, type SecretKey } from '@usher/service-kit'

/**
 * Names of addresses from which nobody can get back to them without the secret key: a plain hash of a phone
 * number is undone by trying all of them.
 */
export interface AddressHashes {
  /** Under the newest key. */
  of(organizationId: string, address: string): string
  /** Under every key, to find what an older one wrote. */
  all(organizationId: string, address: string): string[]
}

/** @param keys newest first: what a key that is taken away has hashed is found no more */
export function createAddressHashes(keys: readonly SecretKey[]): AddressHashes {
  const macKeys = keys.map((key) => deriveKey(key, 'addresses'))
  const all = (organizationId: string, address: string) =>
    macKeys.map((key) => hmacSha256(key, `${organizationId} ${address.toLowerCase()}`).toString('base64url'))
  return { all, of: (organizationId, address) => all(organizationId, address)[0] ?? '' }
}
