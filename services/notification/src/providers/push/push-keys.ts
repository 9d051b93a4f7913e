import { createECDH, type ECDH } from 'node:crypto'

/** What identifies this installation to push services (VAPID, RFC 8292). Keys are in base64url. */
export interface PushKeys {
  readonly privateKey: string
  /** Browsers subscribe with it. */
  readonly publicKey: string
  /** `mailto:` or `https:` address of the operator, for operators of push services. */
  readonly contact: string
}

/** 32 bytes. */
const PRIVATE_KEY = /^[\w-]{43}$/

export function isPrivateKey(text: string): boolean {
  try {
    return PRIVATE_KEY.test(text) && Boolean(pairOf(text))
  } catch {
    return false
  }
}

/** @throws Error for what is no {@link isPrivateKey private key} */
export function pushKeysOf(privateKey: string, contact: string): PushKeys {
  const pair = pairOf(privateKey)
  return { privateKey, publicKey: pair.getPublicKey('base64url'), contact }
}

function pairOf(privateKey: string): ECDH {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair
}
