import goldenEvents from '../../fixtures/golden-events.json' with { type: 'json' }
import type { CloudEvent } from '../events/cloud-event.ts'
import { WEBHOOK_EVENTS, webhookDataOf } from '../events/index.ts'
import type { WebhookEventType } from '../resources/webhook-event-type.ts'
import { envelopeSchemaOf, type WebhookEnvelope, webhookMeta } from '../webhook-envelope.ts'
import { inlineSchema } from './schemas.ts'

const EXAMPLE_WEBHOOK = 'whk_01h455vb4pex5vsknk084sn02q'

/** Every webhook event type, with the schema and an example of the delivered body. */
export const webhookEventTypes = (): WebhookEventType[] =>
  WEBHOOK_EVENTS.map((event) => ({
    type: event.type,
    description: event.summary,
    schema: inlineSchema(envelopeSchemaOf(event)),
    example: exampleEnvelope(event.type),
  }))

/**
 * An example of the delivered body.
 *
 * @throws Error for a type without one
 */
export function exampleEnvelope(type: string): WebhookEnvelope {
  const example = exampleEvent(type)
  return {
    event: type,
    timestamp: example.time,
    data: webhookDataOf(example),
    meta: webhookMeta(example.organizationid, EXAMPLE_WEBHOOK),
  }
}

/**
 * The example event of a type.
 *
 * @throws Error for a type without one
 */
export function exampleEvent(type: string): CloudEvent {
  const found = (goldenEvents as CloudEvent[]).findLast((event) => event.type === type)
  if (!found) throw new Error(`${type} has no example: add it to fixtures/golden-events.json`)
  return found
}
