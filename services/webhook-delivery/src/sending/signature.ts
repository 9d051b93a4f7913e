import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

export interface SigningFacts {
  /** Message id for the receiver, the same in all attempts. */
  readonly messageId: string
  readonly timestamp: Date
  readonly body: Buffer
  /** Newest first; during a rotation the previous one signs too. */
  readonly secrets: readonly [newest: string, ...former: string[]]
}

/**
 * Headers of one attempt: `x-service-signature` from the service specification, and those of Standard
 * Webhooks 1.0 (standardwebhooks.com).
 */
export function webhookHeaders({
  messageId,
  timestamp,
  body,
  secrets,
}: SigningFacts): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Usher-Webhooks/1',
    'x-service-signature': createHmac('sha256', keysOf(secrets[0]).whole).update(body).digest('hex'),
    'webhook-id': messageId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets
      .map((secret) => standardSignature(secret, `${messageId}.${seconds}.`, body))
      .join(' '),
  }
}

function standardSignature(secret: string, prefix: string, body: Buffer): string {
  return `v1,${createHmac('sha256', keysOf(secret).decoded).update(prefix).update(body).digest('base64')}`
}

interface SigningKeys {
  readonly whole: KeyObject
  readonly decoded: KeyObject
}

const MAX_REMEMBERED = 10_000

const remembered = new Map<string, SigningKeys>()

/** Caches key objects by secret: creating one takes several times as long as signing with it. */
function keysOf(secret: string): SigningKeys {
  const known = remembered.get(secret)
  if (known) return known
  const keys = {
    whole: createSecretKey(Buffer.from(secret)),
    decoded: createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')),
  }
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(secret, keys)
  return keys
}
