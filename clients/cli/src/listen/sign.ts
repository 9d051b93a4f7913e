import { createHmac } from 'node:crypto'

interface Signed {
  readonly eventId: string
  readonly sequence: number
  readonly version: string
  readonly body: Buffer
  readonly secret: string
  readonly now: Date
}

const SECRET_PREFIX = 'whsec_'

/** The headers of a delivery: `x-service-signature` of Usher, and those of Standard Webhooks 1.0. */
export function webhookHeaders({
  eventId,
  sequence,
  version,
  body,
  secret,
  now,
}: Signed): Record<string, string> {
  // As the id of a delivery: the same whenever this event is sent.
  const id = eventId.replace(/^evt_/, 'dlv_')
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Usher-Webhooks/1',
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': id,
    'x-usher-sequence': String(sequence),
    'usher-version': version,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
