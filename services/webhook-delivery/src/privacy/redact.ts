import { ANONYMOUS_NAME, type WebhookEnvelope } from '@usher/contracts'

/** Fields of events that tell nothing of who the person is; whatever else there is goes. */
const KEPT_OF_GUESTS = ['id', 'queue_id', 'party_size', 'position', 'estimated_wait', 'status']
const KEPT_OF_MESSAGES = [
  ...['id', 'guest_id', 'queue_id', 'channel', 'template_id', 'kind', 'status', 'provider'],
  ...['created_at', 'sent_at', 'delivered_at', 'failed_at'],
]

const NOBODY = { name: ANONYMOUS_NAME, phone: null }
const TO_NOBODY = { to: null, text: '', error: null }

/**
 * The body of a delivery about a guest, or a message to one, without the person: what is sent on says that
 * something happened.
 */
export function redactBody(body: string): string {
  const envelope: WebhookEnvelope = JSON.parse(body)
  const isMessage = envelope.event.startsWith('notification.')
  const keep = isMessage ? KEPT_OF_MESSAGES : KEPT_OF_GUESTS
  const kept = Object.entries(envelope.data).filter(([name]) => keep.includes(name))
  const data = { ...Object.fromEntries(kept), ...(isMessage ? TO_NOBODY : NOBODY) }
  return JSON.stringify({ ...envelope, data })
}
