import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { VERSION_HEADER } from '@usher/contracts'
import type { WebhookDeliveryConfig } from '../config.ts'
import { openHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { isFormerValid, signingSecrets } from '../endpoints/endpoint-secrets.ts'
import type { DeliveryRecord } from '../log/delivery.ts'
import type { WebhookRequest } from '../sending/sender.ts'

const SECRET_PREFIX = 'whsec_'

/** Maximum secrets that are cached, once decrypted and once as keys. */
const MAX_REMEMBERED = 10_000

/** Creates the signed request of one attempt. The endpoint's own headers never override ours. */
export type Signer = (
  delivery: Pick<DeliveryRecord, '_id' | 'body' | 'sequence' | 'api_version'>,
  endpoint: EndpointRecord,
  timestamp: Date,
) => WebhookRequest

/** Caches decrypted secrets: decrypting costs as much as signing. */
export function createSigner({ secretKeys }: Pick<WebhookDeliveryConfig, 'secretKeys'>): Signer {
  const known = new Map<string, ReturnType<typeof unsealed>>()
  const unsealed = (endpoint: EndpointRecord, now: Date) => ({
    secrets: signingSecrets(endpoint, secretKeys, now),
    own: openHeaders(endpoint, secretKeys),
  })
  const open = (endpoint: EndpointRecord, now: Date) => {
    const former = isFormerValid(endpoint, now) ? endpoint.former_secret : null
    const sealed = JSON.stringify([endpoint.secret, former, endpoint.headers])
    const found = known.get(sealed)
    if (found) return found
    const opened = unsealed(endpoint, now)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(sealed, opened)
    return opened
  }
  return (delivery, endpoint, timestamp) => {
    const body = Buffer.from(delivery.body)
    const { secrets, own } = open(endpoint, timestamp)
    // The delivery id is the same for all attempts, and differs between endpoints that receive the same
    // event.
    const signed = webhookHeaders({ messageId: delivery._id, timestamp, body, secrets })
    const ours = {
      ...signed,
      'x-usher-sequence': String(delivery.sequence),
      [VERSION_HEADER]: delivery.api_version,
    }
    return { url: endpoint.url, body, headers: { ...own, ...ours } }
  }
}

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
