import { ANONYMOUS_NAME, type WebhookEnvelope } from '@usher/contracts'

/** Fields of guest events that tell nothing of who the guest is; whatever else there is goes. */
const KEPT = ['id', 'queue_id', 'party_size', 'position', 'estimated_wait', 'status']

/** The body of a delivery about a guest without the person: what is sent on says that something happened. */
export function redactBody(body: string): string {
  const envelope: WebhookEnvelope = JSON.parse(body)
  const kept = Object.entries(envelope.data).filter(([name]) => KEPT.includes(name))
  const data = { ...Object.fromEntries(kept), name: ANONYMOUS_NAME, phone: null }
  return JSON.stringify({ ...envelope, data })
}
