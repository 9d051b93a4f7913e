import type { WebhookContext } from '../context.ts'
import { openHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { signingSecrets } from '../endpoints/endpoint-secrets.ts'
import type { WebhookRequest } from '../sending/sender.ts'
import { webhookHeaders } from '../sending/signature.ts'
import type { DeliveryRecord } from './delivery.ts'

/** The request of one attempt, signed for its time; none of an endpoint's own headers overrides ours. */
export function signedRequest(
  { config: { secretKeys } }: Pick<WebhookContext, 'config'>,
  delivery: Pick<DeliveryRecord, '_id' | 'body'>,
  endpoint: EndpointRecord,
  timestamp: Date,
): WebhookRequest {
  const body = Buffer.from(delivery.body)
  const secrets = signingSecrets(endpoint, secretKeys, timestamp)
  // The delivery's own id: it stays over all attempts, and differs where one event goes to two endpoints.
  const ours = webhookHeaders({ messageId: delivery._id, timestamp, body, secrets })
  return { url: endpoint.url, body, headers: { ...openHeaders(endpoint, secretKeys), ...ours } }
}
