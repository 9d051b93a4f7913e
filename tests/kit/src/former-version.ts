import {
  API_VERSIONS,
  type ApiVersions,
  InvalidInVersion,
  type JsonObject,
  type OperationChange,
  type VersionChanges,
} from '@usher/contracts'

/** A version of the API that only tests know. */
export const FORMER_VERSION = '2026-01-01'

/** When it ends. */
export const FORMER_VERSION_END = '2036-12-01T00:00:00Z'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const formerName = ({ timezone, ...rest }: JsonObject): Json => ({ ...rest, time_zone: timezone })

function newName({ time_zone, ...rest }: Json): Json {
  if ('timezone' in rest) throw new InvalidInVersion('/timezone', 'is named time_zone', 'unrecognized_keys')
  return { ...rest, timezone: time_zone }
}

const shown = (body: unknown): unknown => (isObject(body) && 'timezone' in body ? formerName(body) : body)

const provider: OperationChange = {
  request: (body) => (isObject(body) && 'time_zone' in body ? newName(body) : body),
  response: shown,
  problem: (problem, { body }) =>
    isObject(body) && 'time_zone' in body
      ? (JSON.parse(JSON.stringify(problem).replaceAll('/timezone', '/time_zone')) as Json)
      : problem,
}

const providers: OperationChange = {
  response: (body) =>
    isObject(body) && Array.isArray(body.data) ? { ...body, data: body.data.map(shown) } : body,
}

const times: OperationChange = {
  query(query) {
    const [zone, another] = query.getAll('time_zone')
    if (zone === undefined) return query
    if (another !== undefined) throw new InvalidInVersion('?time_zone', 'must be given once', 'invalid_type')
    const changed = new URLSearchParams(query)
    changed.delete('time_zone')
    changed.set('timezone', zone)
    return changed
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Document = any

function renameIn(schema: Document): void {
  schema.properties = formerName(schema.properties)
  schema.required = schema.required?.map((name: string) => (name === 'timezone' ? 'time_zone' : name))
}

function formerDocument(newest: JsonObject): JsonObject {
  const former: Document = structuredClone(newest)
  const { schemas, pathItems } = former.components
  const { schema } = pathItems['booking.created'].post.requestBody.content['application/json']
  for (const one of [
    schemas.Provider,
    schemas.ProviderCreate,
    schemas.ProviderUpdate,
    schema.properties.data,
  ])
    renameIn(one)
  const { parameters } = former.paths['/api/availability'].get
  for (const one of parameters) if (one.name === 'timezone') one.name = 'time_zone'
  return former
}

/** What the first version of the product changed, if {@link FORMER_VERSION} had been before it. */
const changes: VersionChanges = {
  summary: ['Providers, the parameters of availability and booking.created have timezone for time_zone.'],
  operations: {
    createProvider: provider,
    updateProvider: provider,
    getProvider: { response: shown },
    listProviders: providers,
    getAvailability: times,
  },
  events: { 'booking.created': formerName },
  document: formerDocument,
}

const [first, ...later] = API_VERSIONS

/** The versions of the product, and {@link FORMER_VERSION} before them. */
export const VERSIONS: ApiVersions = [
  { id: FORMER_VERSION, deprecatedAt: '2026-12-01T00:00:00Z', sunsetAt: FORMER_VERSION_END, changes: null },
  { ...first, changes },
  ...later,
]
