import { deriveKey, hmacSha256, type SecretKey, sameBytes } from '@usher/service-kit'

/** Addresses that mail bounces to, each naming its notification (VERP). */
export interface ReturnPaths {
  addressOf(notificationId: string, domain: string): string
  /** The notification that an address names; undefined if the address was not made here. */
  notificationOf(address: string): string | undefined
}

/** Mail servers may change the case of addresses, and the part before the @ has at most 64 characters. */
const SIGNATURE_DIGITS = 20

const FORM = /^bounces\+(ntf_[0-9a-z]+)\.([0-9a-f]+)@/iu

/** Addresses are signed (as in BATV), since anybody can send mail to one. */
export function createReturnPaths(keys: readonly SecretKey[]): ReturnPaths {
  const macKeys = keys.map((key) => deriveKey(key, 'return paths'))
  const [signing = Buffer.alloc(0)] = macKeys
  const mac = (key: Buffer, id: string) => hmacSha256(key, id).toString('hex').slice(0, SIGNATURE_DIGITS)
  return {
    addressOf: (id, domain) => `bounces+${id}.${mac(signing, id)}@${domain}`,
    notificationOf(address) {
      const [, id = '', given = ''] = FORM.exec(address.toLowerCase()) ?? []
      const isOurs = macKeys.some((key) => sameBytes(Buffer.from(mac(key, id)), Buffer.from(given)))
      return isOurs ? id : undefined
    },
  }
}
