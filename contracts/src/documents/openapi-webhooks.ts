import { WEBHOOK_EVENTS } from '../events/index.ts'
import { envelopeSchemaOf } from '../webhook-envelope.ts'
import { inPascalCase } from './names.ts'
import { deliveryParameters } from './openapi-parameters.ts'
import type { DocumentSchemas, Json } from './schemas.ts'
import { exampleEnvelope } from './webhook-event-types.ts'

/** The webhook deliveries, by event type. */
export const describeWebhooks = (schemas: DocumentSchemas): Json =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, webhook(event, schemas)]))

/** References to the deliveries: openapi-generator makes methods that do not compile of inline ones. */
export const webhookReferences = (): Json =>
  Object.fromEntries(WEBHOOK_EVENTS.map(({ type }) => [type, { $ref: `#/components/pathItems/${type}` }]))

/**
 * Inlines the components that only webhooks use: some client generators drop them, and keep the references.
 */
export function withWebhooksInline(document: Json): Json {
  const components = document.components as Record<string, Json>
  const used = referredTo(document.paths, components)
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined)
    const place = Object(part).$ref
    if (typeof place === 'string' && !used.has(place)) return inlined(componentAt(place, components))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value)]))
  }
  const kept = ['schemas', 'parameters'].map((kind) => [
    kind,
    Object.fromEntries(
      Object.entries(components[kind] ?? {}).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
    ),
  ])
  return {
    ...document,
    components: { ...components, ...Object.fromEntries(kept), pathItems: inlined(components.pathItems) },
  }
}

const REFERENCE = /"(#\/components\/[^"]+)"/g

const componentAt = (place: string, components: Record<string, Json>): unknown => {
  const [, , kind = '', name = ''] = place.split('/')
  return components[kind]?.[name]
}

/** Places of the components that a part of the document refers to, directly or not. */
function referredTo(
  part: unknown,
  components: Record<string, Json>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  for (const [, place = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
    if (found.has(place)) continue
    found.add(place)
    referredTo(componentAt(place, components), components, found)
  }
  return found
}

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
