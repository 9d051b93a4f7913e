import { WEBHOOK_EVENTS } from '../events/index.ts'
import { envelopeSchemaOf } from '../webhook-envelope.ts'
import { webhookHeadersSchema } from '../webhook-headers.ts'
import { DocumentSchemas, type Json } from './schemas.ts'
import { exampleEnvelope } from './webhook-event-types.ts'

const DESCRIPTION = `What Usher posts to the webhook endpoints of an organisation.

A delivery is acknowledged by any 2xx answer. Otherwise it is attempted again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h,
14 h, 20 h and 24 h, later by up to a tenth, and not before a Retry-After of yours. 410 disables the endpoint at once, five
days of nothing but failures do; its owners are told before and when, and what comes meanwhile can be replayed.
Deliveries may come twice and in another order than the events.`

/** The AsyncAPI 3.0 document of the webhooks, generated from the contracts. */
export function asyncApiDocument(): Json {
  const schemas = new DocumentSchemas('draft-7')
  const types = WEBHOOK_EVENTS.map(({ type }) => type)
  const reference = (place: string, type: string) => ({ $ref: `#/${place}/messages/${type}` })
  return schemas.complete({
    asyncapi: '3.0.0',
    info: { title: 'Usher webhooks', version: '1.0.0', description: DESCRIPTION },
    defaultContentType: 'application/json',
    channels: {
      webhookEndpoint: {
        // The URL that the organisation registered.
        address: null,
        messages: Object.fromEntries(types.map((type) => [type, reference('components', type)])),
      },
    },
    operations: {
      deliver: {
        action: 'send',
        channel: { $ref: '#/channels/webhookEndpoint' },
        messages: types.map((type) => reference('channels/webhookEndpoint', type)),
        bindings: { http: { method: 'POST' } },
      },
    },
    components: {
      messages: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, message(event, schemas)])),
    },
  })
}

function message(event: (typeof WEBHOOK_EVENTS)[number], schemas: DocumentSchemas): Json {
  return {
    name: event.type,
    title: event.summary,
    contentType: 'application/json',
    headers: schemas.of(webhookHeadersSchema, 'output'),
    payload: schemas.of(envelopeSchemaOf(event), 'output'),
    examples: [{ payload: exampleEnvelope(event.type) }],
  }
}
