import {
  type ApiVersions,
  documentIn,
  exampleEvent,
  NEWEST_API_VERSION,
  OPERATIONS,
  openApiDocument,
  operationChangesSince,
  standingVersion,
  startConversion,
  type VersionChanges,
  webhookDataIn,
  webhookDataOf,
} from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { FORMER_VERSION, FORMER_VERSION_END, VERSIONS } from '@usher/test-kit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Document = any

describe('the versions of the API', () => {
  test('are listed by date, and all but the newest have a deprecation date', () => {
    const ids = VERSIONS.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
    expect(VERSIONS.map(({ deprecatedAt }) => deprecatedAt === null)).toEqual(
      ids.map((id) => id === NEWEST_API_VERSION),
    )
    for (const { changes } of VERSIONS.slice(1)) expect(changes?.summary.length).toBeGreaterThan(0)
  })

  test('end at least a year after they are deprecated', () => {
    for (const { deprecatedAt, sunsetAt } of VERSIONS) {
      if (sunsetAt === null) continue
      const days = (Date.parse(sunsetAt) - Date.parse(deprecatedAt ?? '')) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(365)
    }
  })

  test('change only existing operations and events', () => {
    const known = new Set(OPERATIONS.map(({ id }) => id))
    for (const { changes } of VERSIONS) {
      for (const id of Object.keys(changes?.operations ?? {})) expect(known).toContain(id)
      for (const type of Object.keys(changes?.events ?? {})) expect(exampleEvent(type).type).toBe(type)
    }
  })
})

describe('a former version', () => {
  const newest = openApiDocument('https://usher.test', recordedExamples())
  const text = JSON.stringify(newest)
  const former = documentIn(FORMER_VERSION, newest, VERSIONS) as Document

  test('has a document with its version, schemas and parameters', () => {
    expect(former.info.version).toBe(FORMER_VERSION)
    for (const name of ['Provider', 'ProviderCreate', 'ProviderUpdate']) {
      expect(former.components.schemas[name].properties).toHaveProperty('time_zone')
      expect(former.components.schemas[name].properties).not.toHaveProperty('timezone')
    }
    const { parameters } = former.paths['/api/availability'].get
    expect(parameters.map(({ name }: Document) => name)).toContain('time_zone')
  })

  test('leaves the document of the newest version unchanged', () => {
    expect(JSON.stringify(newest)).toBe(text)
    expect(documentIn(NEWEST_API_VERSION, newest, VERSIONS)).toEqual(newest)
  })

  test('documents examples that match its schemas', () => {
    const { schemas } = former.components
    const ajv = addFormats
      .default(new Ajv2020({ strict: false, formats: { base64: true } }))
      .addSchema({ $id: 'document', components: { schemas } })
    const isValid = (schema: object, example: unknown) =>
      ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')), example)
    const changed = OPERATIONS.filter(({ id }) => operationChangesSince(FORMER_VERSION, id, VERSIONS))
    expect(changed.length).toBeGreaterThan(0)
    for (const { path, method, id, status } of changed) {
      const { content = {} } = former.paths[path][method].responses[status]
      for (const { schema, examples } of Object.values<Document>(content))
        expect([id, isValid(schema, examples[id].value)]).toEqual([id, true])
    }
    for (const [type, { post }] of Object.entries<Document>(former.components.pathItems)) {
      const { schema, example } = post.requestBody.content['application/json']
      expect([type, isValid(schema, example)]).toEqual([type, true])
    }
    const { examples } = former.paths['/api/providers/{id}'].get.responses['200'].content['application/json']
    expect(examples.getProvider.value).toHaveProperty('time_zone')
    expect(examples.getProvider.value).not.toHaveProperty('timezone')
  })

  test('has its own data in events that changed, and that of the newest version in others', () => {
    const dataIn = (type: string) => {
      const data = webhookDataOf(exampleEvent(type))
      return [data, webhookDataIn(FORMER_VERSION, { type, data }, VERSIONS)] as const
    }
    const [{ timezone, ...booking }, changed] = dataIn('booking.created')
    expect(changed).toEqual({ ...booking, time_zone: timezone })
    const [guest, unchanged] = dataIn('guest.added')
    expect(unchanged).toBe(guest)
  })

  test('converts problems to the fields that were sent', () => {
    const problem = { errors: [{ pointer: '/timezone' }] }
    const answered = (body: object) => {
      const conversion = startConversion(
        operationChangesSince(FORMER_VERSION, 'createProvider', VERSIONS) ?? [],
      )
      conversion.request({ query: new URLSearchParams(), body })
      return conversion.problem(problem)
    }
    expect(answered({ time_zone: 'Mars' })).toEqual({ errors: [{ pointer: '/time_zone' }] })
    expect(answered({ timezone: 'Mars' })).toEqual(problem)
  })
})

describe('a request body that no version has', () => {
  test.each([[null], [[]], ['text'], [7], [{ data: 'x' }], [{ data: [null, 1] }]])(
    'is left unchanged by every conversion when it is %j',
    (body) => {
      for (const { id } of OPERATIONS) {
        const conversion = startConversion(operationChangesSince(FORMER_VERSION, id, VERSIONS) ?? [])
        expect(conversion.request({ query: new URLSearchParams(), body }).body).toEqual(body)
        expect(conversion.answer(body)).toEqual(body)
      }
    },
  )
})

describe('several versions between', () => {
  const renaming = (from: string, to: string): VersionChanges => ({
    summary: [],
    operations: {
      getQueue: {
        request: (body) => JSON.parse(JSON.stringify(body).replace(from, to)),
        response: (body) => JSON.parse(JSON.stringify(body).replace(to, from)),
      },
    },
    events: { 'guest.added': ({ [to]: value }) => ({ [from]: value }) },
    document: (document) => ({ ...document, title: `${document.title} ${from}` }),
  })
  const never = { deprecatedAt: null, sunsetAt: null }
  const versions: ApiVersions = [
    { id: '1', ...never, changes: null },
    { id: '2', ...never, changes: renaming('one', 'two') },
    { id: '3', ...never, changes: renaming('two', 'three') },
  ]

  test('are gone through one after the other, upwards with requests and downwards with the rest', () => {
    const conversion = startConversion(operationChangesSince('1', 'getQueue', versions) ?? [])
    const query = new URLSearchParams()
    expect(conversion.request({ query, body: { one: 7 } })).toEqual({ query, body: { three: 7 } })
    expect(conversion.answer({ three: 7 })).toEqual({ one: 7 })
    const event = { type: 'guest.added', data: { three: 7 } }
    expect(webhookDataIn('1', event, versions)).toEqual({ one: 7 })
    expect(webhookDataIn('2', event, versions)).toEqual({ two: 7 })
    const newest = { title: 'Usher', paths: {}, components: { pathItems: {} } }
    expect(documentIn('1', newest, versions)).toMatchObject({
      title: 'Usher two one',
      info: { version: '1' },
    })
    expect(documentIn('2', newest, versions)).toMatchObject({ title: 'Usher two', info: { version: '2' } })
  })
})

describe('a version that has ended', () => {
  const end = new Date(FORMER_VERSION_END)

  test('is replaced by the oldest supported version from its sunset on', () => {
    const before = new Date(end.getTime() - 1)
    expect(standingVersion(FORMER_VERSION, end, VERSIONS)).toBe(NEWEST_API_VERSION)
    expect(standingVersion(FORMER_VERSION, before, VERSIONS)).toBe(FORMER_VERSION)
    expect(standingVersion(undefined, before, VERSIONS)).toBe(FORMER_VERSION)
    expect(standingVersion(NEWEST_API_VERSION, end, VERSIONS)).toBe(NEWEST_API_VERSION)
  })
})
