type Json = Record<string, unknown>

const REFERENCE = /"#\/components\/([^/"]+)\/([^"]+)"/g

/** Whether a client calls an operation, given its security requirements. */
export type IsCalled = (security: readonly Json[]) => boolean

/**
 * The part of the OpenAPI document for a client's types: the operations that it calls, without error responses,
 * which it throws, and without components that are no longer used.
 */
export function clientDocument(document: Json, isCalled: IsCalled): Json {
  const paths = Object.fromEntries(
    Object.entries(document.paths as Record<string, Json>)
      .map(([path, item]) => [path, operationsCalled(item, isCalled)] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  )
  const kept = { ...document, paths }
  return { ...kept, components: componentsUsed(kept, document.components as Record<string, Json>) }
}

const operationsCalled = (item: Json, isCalled: IsCalled): Json =>
  Object.fromEntries(
    Object.entries(item as Record<string, Json>)
      .filter(([, { security }]) => isCalled(security as Json[]))
      .map(([method, operation]) => [method, withoutFailures(operation)]),
  )

function withoutFailures({ parameters, responses, ...operation }: Json): Json {
  return {
    ...operation,
    // Only sessions need a CSRF token, which the dashboard adds to every write.
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
