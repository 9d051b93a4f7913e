type Json = Record<string, unknown>

const REFERENCE = /"#\/components\/([^/"]+)\/([^"]+)"/g

/**
 * The OpenAPI document for the client's types: without error responses, which it throws, and without components that
 * are then no longer used.
 */
export function clientDocument(document: Json): Json {
  const paths = mapValues(document.paths as Json, (item) => mapValues(item as Json, withoutFailures))
  const components = document.components as Record<string, Json>
  // openapi-typescript has no types of webhooks that are references.
  const kept = { ...document, paths, webhooks: components.pathItems }
  return { ...kept, components: componentsUsed(kept, components) }
}

const mapValues = (record: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

function withoutFailures(operation: unknown): Json {
  const { parameters, responses, ...rest } = operation as Json
  return {
    ...rest,
    // The client adds the CSRF token of a session to every write.
    parameters: (parameters as Json[]).filter(({ $ref }) => !String($ref).endsWith('CsrfToken')),
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Json>)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { headers, ...response }]) => [status, response]),
    ),
  }
}

/** The components that something refers to, directly or through others, and the body of every error. */
function componentsUsed({ paths, webhooks }: Json, components: Record<string, Json>): Json {
  const used: Record<string, Json> = {}
  const visit = (part: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used[kind]?.[name]) continue
      const component = components[kind]?.[name]
      used[kind] = { ...used[kind], [name]: component }
      visit(component)
    }
  }
  visit([paths, webhooks, { $ref: '#/components/schemas/Problem' }])
  return used
}
