import { z } from 'zod'
import { WEBHOOK_EVENTS } from '../events/index.ts'
import { envelopeSchemaOf } from '../webhook-envelope.ts'
import { webhookHeadersSchema } from '../webhook-headers.ts'
import { type Json, tolerateNewFields } from './schemas.ts'
import { exampleEnvelope } from './webhook-event-types.ts'

const DESCRIPTION = `What Usher posts to the webhook endpoints of an organisation.

A delivery is acknowledged by any 2xx answer. Otherwise it is attempted again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h,
14 h, 20 h and 24 h, later by up to a tenth, and not before a Retry-After of yours. 410 disables the endpoint at once, five
days of nothing but failures do; its owners are told before and when, and what comes meanwhile can be replayed.
Deliveries may come twice and in another order than the events.`

/** The AsyncAPI 3.0 document of the webhooks, generated from the contracts. */
export function asyncApiDocument(): Json {
  const types = WEBHOOK_EVENTS.map(({ type }) => type)
  const reference = (place: string, type: string) => ({ $ref: `#/${place}/messages/${type}` })
  return {
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
      messages: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, message(event)])),
      schemas: { Headers: draft7(webhookHeadersSchema) },
    },
  }
}

function message(event: (typeof WEBHOOK_EVENTS)[number]): Json {
  return {
    name: event.type,
    title: event.summary,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/Headers' },
    payload: draft7(envelopeSchemaOf(event)),
    examples: [{ payload: exampleEnvelope(event.type) }],
  }
}

/** The JSON Schema that AsyncAPI takes without naming its format. */
function draft7(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
    override: tolerateNewFields('output'),
  }) as Json
  return json
}
