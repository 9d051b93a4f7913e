/** Where an operation is found in an SDK: `{ resource: ['queues', 'guests'], name: 'add' }` is `queues.guests.add`. */
export interface MethodName {
  readonly resource: readonly string[]
  readonly name: string
}

interface Named {
  readonly path: string
  readonly operationId: string
}

/** Operations whose path does not say where one looks for them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  announceToQueue: 'queues.announce',
  replayDeliveries: 'webhookEndpoints.replay',
  holdSlot: 'bookings.hold',
  releaseHold: 'bookings.releaseHold',
  getSubscriptionDelivery: 'subscriptions.deliveries.get',
  retrySubscriptionDelivery: 'subscriptions.deliveries.retry',
  listSubscriptionEventTypes: 'subscriptions.eventTypes.list',
  getFirstAvailable: 'availability.first',
  listCatalogCategories: 'catalog.listCategories',
  listCatalogProducts: 'catalog.listProducts',
}

/**
 * Names operations for SDKs. The resource is the collection that the path leads to; the method is the operation id
 * without the words of the resource: `addGuest` at `/v1/queues/{id}/guests` is `queues.guests.add`.
 *
 * @throws Error if two operations get the same name
 */
export function methodNames(operations: readonly Named[]): Map<string, MethodName> {
  const collections = collectionsOf(operations)
  const names = new Map(operations.map((one) => [one.operationId, nameOf(one, collections)]))
  const seen = new Map<string, string>()
  for (const [id, { resource, name }] of names) {
    const full = [...resource, name].join('.')
    const other = seen.get(full)
    if (other !== undefined) throw new Error(`${other} and ${id} are both ${full}: add an exception`)
    seen.set(full, id)
  }
  return names
}

/** The paths that have items: those that are listed or added to, and those before an id. */
function collectionsOf(operations: readonly Named[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ path, operationId }) => [
      ...[...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index)),
      ...(/^(list|create|add)[A-Z]/.test(operationId) ? [path] : []),
    ]),
  )
}

function nameOf({ path, operationId }: Named, collections: ReadonlySet<string>): MethodName {
  const exception = EXCEPTIONS[operationId]?.split('.')
  if (exception) return { resource: exception.slice(0, -1), name: exception.at(-1) ?? '' }
  const resource: string[] = []
  const parts = path.replace(/^(\/api)?(\/v1)?\/|^\/api\//, '').split('/')
  const prefix = path.slice(0, path.length - parts.join('/').length)
  parts.forEach((part, index) => {
    const isCollection = collections.has(prefix + parts.slice(0, index + 1).join('/'))
    if (!part.startsWith('{') && (index === 0 || isCollection)) resource.push(part)
  })
  return { resource: resource.map(camel), name: withoutWordsOf(resource, operationId) }
}

const camel = (dashed: string): string => dashed.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

function withoutWordsOf(resource: readonly string[], operationId: string): string {
  const [verb = '', ...nouns] = operationId.match(/^[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? []
  const words = new Set(resource.flatMap((part) => part.split('-')).map(singular))
  return verb + nouns.filter((noun) => !words.has(singular(noun.toLowerCase()))).join('')
}

/** The singular of a resource's name, such as `category` of `categories`. */
export function singular(plural: string): string {
  if (/series$/i.test(plural)) return plural
  return plural.replace(/ies$/, 'y').replace(/s$/, '')
}
