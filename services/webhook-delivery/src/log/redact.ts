import { ANONYMOUS_NAME, type WebhookEnvelope } from '@usher/contracts'

/** Event fields without personal data; all others are removed. */
const KEPT_OF_GUESTS = ['id', 'queue_id', 'party_size', 'position', 'estimated_wait', 'status']
const KEPT_OF_MESSAGES = [
  ...['id', 'guest_id', 'queue_id', 'channel', 'template_id', 'kind', 'status', 'provider'],
  ...['created_at', 'sent_at', 'delivered_at', 'failed_at'],
]
const KEPT_OF_BOOKINGS = [
  ...['id', 'status', 'service_type_id', 'provider_id', 'start', 'end', 'timezone', 'time_zone', 'seats'],
  'source',
  ...['created_at', 'updated_at', 'cancelled_at', 'service_name', 'provider_name', 'previous'],
  ...['checked_in_at', 'queue_id', 'guest_id', 'check_in_error', 'series', 'follows_in_series'],
]
const KEPT_OF_SERIES = ['id', 'recurrence', 'timezone', 'booking_ids']
const KEPT_OF_STANDBYS = [
  ...['id', 'status', 'end_reason', 'service_type_id', 'service_name', 'provider_id', 'duration_minutes'],
  ...['seats', 'windows', 'offer', 'booking_id', 'created_at', 'updated_at'],
]

const NOBODY = { name: ANONYMOUS_NAME, phone: null }
const TO_NOBODY = { to: null, text: '', error: null }
const BY_NOBODY = {
  customer: { name: ANONYMOUS_NAME, phone: null, email: null, locale: null },
  notes: null,
  answers: {},
}
const OF_NOBODY = { ...BY_NOBODY, metadata: {}, cancel_reason: null }

/** The fields to keep of an event, and the placeholders for personal data. */
function rulesOf(event: string): { keep: readonly string[]; person: object } {
  if (event.startsWith('notification.')) return { keep: KEPT_OF_MESSAGES, person: TO_NOBODY }
  if (event.startsWith('booking.')) return { keep: KEPT_OF_BOOKINGS, person: OF_NOBODY }
  if (event.startsWith('booking_series.')) return { keep: KEPT_OF_SERIES, person: {} }
  if (event.startsWith('standby.')) return { keep: KEPT_OF_STANDBYS, person: BY_NOBODY }
  return { keep: KEPT_OF_GUESTS, person: NOBODY }
}

/** The body of a delivery without personal data: it still says that something happened. */
export function redactBody(body: string): string {
  const envelope: WebhookEnvelope = JSON.parse(body)
  const { keep, person } = rulesOf(envelope.event)
  const kept = Object.entries(envelope.data).filter(([name]) => keep.includes(name))
  return JSON.stringify({ ...envelope, data: { ...Object.fromEntries(kept), ...person } })
}
