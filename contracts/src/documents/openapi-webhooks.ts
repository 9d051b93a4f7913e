import { WEBHOOK_EVENTS } from '../events/index.ts'
import { envelopeSchemaOf } from '../webhook-envelope.ts'
import { inPascalCase } from './names.ts'
import { deliveryParameters } from './openapi-parameters.ts'
import type { DocumentSchemas, Json } from './schemas.ts'
import { exampleEnvelope } from './webhook-event-types.ts'

/** The webhook deliveries, by event type. */
export const describeWebhooks = (schemas: DocumentSchemas): Json =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, webhook(event, schemas)]))

function webhook(event: (typeof WEBHOOK_EVENTS)[number], schemas: DocumentSchemas): Json {
  const name = inPascalCase(event.type)
  const schema = schemas.of(envelopeSchemaOf(event).meta({ id: `${name}Webhook` }), 'output')
  return {
    post: {
      operationId: `receive${name}`,
      summary: event.summary,
      description: 'It is signed, with the secret of the endpoint, and has no other credential.',
      tags: ['Webhooks'],
      security: [],
      parameters: deliveryParameters(),
      requestBody: {
        content: { 'application/json': { schema, example: exampleEnvelope(event.type) } },
      },
      responses: { '2XX': { description: 'Received' } },
    },
  }
}
