type Json = Readonly<Record<string, unknown>>

/** Says something to people, or of a field that goes on to be answered. */
const NOT_BINDING = new Set([
  ...['description', 'summary', 'example', 'examples', 'title', 'tags', 'contact', 'license', 'servers'],
  'deprecated',
])

/** Objects whose keys are names of ours, such as a field called `description`. */
const NAMES = new Set(['properties', 'schemas', 'parameters', 'headers', 'responses', 'patternProperties'])

/**
 * What an OpenAPI document promises to clients, to compare it with that of another day. Webhooks become answers:
 * receivers read them, so a field that goes breaks them, and a new one does not.
 */
export function contractOf(document: Json): Json {
  const { webhooks: _, paths, components: all, ...rest } = document
  const { pathItems, ...components } = all as { pathItems: Record<string, { post: Json }> }
  const received = Object.entries(pathItems).map(([event, { post }]) => {
    const { requestBody } = post as { requestBody: Json }
    const operationId = post.operationId
    return [
      `/webhooks/${event}`,
      { get: { operationId, responses: { 200: { description: '', ...requestBody } } } },
    ]
  })
  const contract = { ...rest, components, paths: { ...(paths as Json), ...Object.fromEntries(received) } }
  return withAnyVersion(stripped(contract) as Json)
}

/** Which versions there are, changes with each new one and with each that ends. */
function withAnyVersion(contract: Json): Json {
  const { components } = contract as { components?: { parameters?: Json } }
  const named = components?.parameters?.UsherVersion
  if (named === undefined) return contract
  const UsherVersion = { ...(named as Json), schema: { type: 'string' } }
  return {
    ...contract,
    components: { ...components, parameters: { ...components?.parameters, UsherVersion } },
  }
}

function stripped(part: unknown, areNames = false): unknown {
  if (Array.isArray(part)) return part.map((one) => stripped(one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(withTypeList(part as Json))
      .filter(([name]) => areNames || !NOT_BINDING.has(name))
      .map(([name, value]) => [name, stripped(value, !areNames && NAMES.has(name))]),
  )
}

/** Alternatives that are types alone, as a list of types: oasdiff would take the one for more than the other. */
function withTypeList(part: Json): Json {
  const { anyOf, ...rest } = part
  if (!Array.isArray(anyOf) || !anyOf.every(isTypeAlone)) return part
  return { ...rest, type: anyOf.map(({ type }) => type) }
}

const isTypeAlone = (schema: Json): boolean => Object.keys(schema).join() === 'type'

/** As JSON with a line for each path and each component, so that changes show in a diff. */
export const contractText = (contract: Json): string => `${lines(contract, 2)}\n`

function lines(part: unknown, depth: number): string {
  if (depth < 0 || typeof part !== 'object' || part === null || Array.isArray(part))
    return JSON.stringify(part)
  const fields = Object.entries(part).map(
    ([name, value]) => `${JSON.stringify(name)}:${lines(value, depth - 1)}`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n}`
}
