import { OPERATIONS, openApiDocument, WEBHOOK_EVENT_TYPES } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('https://usher.example')

/** What generators make of a tag: the name of a module. */
const moduleOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z]+/g, '_')

describe('given the OpenAPI document, from which SDKs are generated', () => {
  test('when operations are read, then each is a verb and what it is about, for a method of that name', () => {
    const ids = OPERATIONS.map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][A-Za-z]*)+$/.test(id))).toEqual([])
  })

  test.each([
    ['get', /^(get|list|export|stream|explain|start|finish)[A-Z]/],
    ['delete', /^(delete|remove|revoke|end|release|withdraw|leave|unsubscribe)[A-Z]/],
    ['patch', /^update[A-Z]/],
    ['put', /^(replace|subscribe)[A-Z]/],
  ] as const)('when a method is %s, then the name of the operation says so', (method, verbs) => {
    const ids = OPERATIONS.filter((operation) => operation.method === method).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => !verbs.test(id))).toEqual([])
  })

  test('when an operation answers page by page, then its name begins with list, and no other', () => {
    const pages = OPERATIONS.filter(({ query }) => 'cursor' in query.shape).map(({ id }) => id)
    const others = ['getConversation', 'getGuestTimeline', 'getOwnTimeline', 'getCatalog']
    expect(pages.filter((id) => !id.startsWith('list') && !others.includes(id))).toEqual([])
  })

  test('when tags become modules, then each has a name of its own', () => {
    const modules = document.tags.map(({ name }: { name: string }) => moduleOf(name))
    expect(new Set(modules).size).toBe(modules.length)
    expect(OPERATIONS.every(({ tag }) => modules.includes(moduleOf(tag)))).toBe(true)
  })

  test('when webhooks are read, then every event type is among them, with an operation and an example', () => {
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
