type Json = Record<string, unknown>

const REFERENCE = /"#\/components\/([^/"]+)\/([^"]+)"/g

/**
 * The part of the OpenAPI document that the types of the SDK are made from: what API keys and access tokens may
 * call, without the failures, which the client throws, and the components that are left over by that.
 */
export function clientDocument(document: Json): Json {
  const paths = Object.fromEntries(
    Object.entries(document.paths as Record<string, Json>)
      .map(([path, item]) => [path, operationsForClients(item)] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  )
  const kept = { ...document, paths }
  return { ...kept, components: componentsUsed(kept, document.components as Record<string, Json>) }
}

const operationsForClients = (item: Json): Json =>
  Object.fromEntries(
    Object.entries(item as Record<string, Json>)
      .filter(([, { security }]) => (security as Json[]).some((way) => 'apiKey' in way || 'oauth' in way))
      .map(([method, operation]) => [method, withoutFailures(operation)]),
  )

function withoutFailures({ parameters, responses, ...operation }: Json): Json {
  return {
    ...operation,
    // Only sessions need a CSRF token.
    parameters: (parameters as Json[]).filter(({ $ref }) => $ref !== '#/components/parameters/CsrfToken'),
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
