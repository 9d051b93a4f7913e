import { OPERATIONS, openApiDocument, WEBHOOK_EVENT_TYPES } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('https://usher.example')

/** What generators make of a tag: the name of a module. */
const moduleOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z]+/g, '_')

describe('the OpenAPI document as the source of SDKs', () => {
  test('names every operation with a verb and a noun', () => {
    const ids = OPERATIONS.map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][A-Za-z]*)+$/.test(id))).toEqual([])
  })

  test.each([
    ['get', /^(get|list|export|stream|explain|start|finish)[A-Z]/],
    ['delete', /^(delete|remove|revoke|end|release|withdraw|leave|unsubscribe)[A-Z]/],
    ['patch', /^update[A-Z]/],
    ['put', /^(replace|subscribe)[A-Z]/],
  ] as const)('names each %s operation with a verb of that method', (method, verbs) => {
    const ids = OPERATIONS.filter((operation) => operation.method === method).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => !verbs.test(id))).toEqual([])
  })

  test('honours If-Match wherever a resource that has an ETag is changed, with two exceptions', () => {
    const paths = new Set(
      OPERATIONS.filter(({ method, headers }) => method === 'get' && headers?.includes('ETag')).map(
        ({ path }) => path,
      ),
    )
    const changes = OPERATIONS.filter(
      ({ method, path }) => ['patch', 'put', 'delete'].includes(method) && paths.has(path),
    )
    expect(changes.length).toBeGreaterThan(20)
    const ignoring = changes
      .filter(({ errors }) => !errors.includes('precondition_failed'))
      .map(({ id }) => id)
    // Of one person, each field by itself; and an end, whatever went before.
    expect(ignoring.sort()).toEqual(['leaveStandby', 'updateOwnPlace'])
  })

  test('names operations with a cursor list…, with four exceptions', () => {
    const pages = OPERATIONS.filter(({ query }) => 'cursor' in query.shape).map(({ id }) => id)
    const others = ['getConversation', 'getGuestTimeline', 'getOwnTimeline', 'getCatalog']
    expect(pages.filter((id) => !id.startsWith('list') && !others.includes(id))).toEqual([])
  })

  test('gives every tag a distinct module name', () => {
    const modules = document.tags.map(({ name }: { name: string }) => moduleOf(name))
    expect(new Set(modules).size).toBe(modules.length)
    expect(OPERATIONS.every(({ tag }) => modules.includes(moduleOf(tag)))).toBe(true)
  })

  test('lists every webhook event type with an operation and an example', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES])
    for (const type of WEBHOOK_EVENT_TYPES) {
      const { operationId, summary, requestBody } = document.components.pathItems[type].post
      expect(operationId).toMatch(/^receive[A-Z][A-Za-z]+$/)
      expect(summary).toMatch(/\w/)
      expect(requestBody.content['application/json'].example).toMatchObject({ event: type })
    }
    expect(WEBHOOK_EVENT_TYPES.length).toBeGreaterThanOrEqual(23)
  })
})
