import { VERSION_HEADER } from '@usher/contracts'
import type { WebhookDeliveryConfig } from '../config.ts'
import { openHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { isFormerValid, signingSecrets } from '../endpoints/endpoint-secrets.ts'
import type { DeliveryRecord } from '../log/delivery.ts'
import type { WebhookRequest } from '../sending/sender.ts'
import { webhookHeaders } from '../sending/signature.ts'

/** Maximum endpoints whose decrypted secrets are cached. */
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
