import { readFileSync } from 'node:fs'
import {
  API_VERSIONS,
  documentIn,
  exampleEvent,
  FIRST_API_VERSION,
  NEWEST_API_VERSION,
  OPERATIONS,
  openApiDocument,
  operationChangesSince,
  standingVersion,
  startConversion,
  webhookDataIn,
  webhookDataOf,
} from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Document = any

const document = openApiDocument('https://usher.test')

/** Everything that an operation sends or answers with 2xx, with the schemas it refers to. */
function textOf(api: Document, path: string, method: string): string {
  const { parameters, requestBody, responses } = api.paths[path][method]
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const seen = new Set<string>()
  const resolve = (text: string): string => {
    const found = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
    const fresh = found.filter((name) => !seen.has(name))
    for (const name of fresh) seen.add(name)
    return text + fresh.map((name) => resolve(JSON.stringify(api.components.schemas[name]))).join('')
  }
  return resolve(JSON.stringify([parameters, requestBody, good]))
}

describe('the versions of the API', () => {
  test('are listed by date, and all but the newest have a deprecation date', () => {
    const ids = API_VERSIONS.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
    expect(API_VERSIONS.map(({ deprecatedAt }) => deprecatedAt === null)).toEqual(
      ids.map((id) => id === NEWEST_API_VERSION),
    )
    for (const { changes } of API_VERSIONS.slice(1)) expect(changes?.summary.length).toBeGreaterThan(0)
  })

  test('end at least a year after they are deprecated', () => {
    for (const { deprecatedAt, sunsetAt } of API_VERSIONS) {
      if (sunsetAt === null) continue
      const days = (Date.parse(sunsetAt) - Date.parse(deprecatedAt ?? '')) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(365)
    }
  })

  test('change only existing operations and events', () => {
    const known = new Set(OPERATIONS.map(({ id }) => id))
    for (const { changes } of API_VERSIONS) {
      for (const id of Object.keys(changes?.operations ?? {})) expect(known).toContain(id)
      for (const type of Object.keys(changes?.events ?? {})) expect(exampleEvent(type).type).toBe(type)
    }
  })
})

describe('the version 2026-11-01', () => {
  const former = documentIn(FIRST_API_VERSION, document) as Document
  const baseline = JSON.parse(
    readFileSync(new URL('../baselines/2026-11-01.json', import.meta.url), 'utf8'),
  ) as Document

  test.each(
    OPERATIONS.filter(({ path, method }) => baseline.paths[path]?.[method]).map(
      (one) => [one.id, one] as const,
    ),
  )(
    'keeps time_zone in %s exactly where it was documented, and the newest version does not have it',
    (id, { path, method }) => {
      const hadFormer = textOf(baseline, path, method).includes('"time_zone"')
      expect(textOf(former, path, method).includes('"time_zone"')).toBe(hadFormer)
      if (hadFormer) expect(operationChangesSince(FIRST_API_VERSION, id)).toBeDefined()
      expect(textOf(document, path, method)).not.toContain('"time_zone"')
    },
  )

  test('delivers booking events with the same bytes as before', () => {
    for (const type of ['booking.created', 'booking.updated', 'booking.cancelled']) {
      const event = exampleEvent(type)
      const { manage_url: _, capacity: __, ...told } = event.data as Record<string, unknown>
      const shown = webhookDataOf(event)
      expect(JSON.stringify(webhookDataIn(FIRST_API_VERSION, { type, data: shown }))).toBe(
        JSON.stringify(told),
      )
      expect(shown).toHaveProperty('timezone', 'Europe/Berlin')
      expect(shown).not.toHaveProperty('time_zone')
    }
  })

  test('documents examples that match its schemas', () => {
    const full = openApiDocument('https://usher.test', recordedExamples())
    const shown = documentIn(FIRST_API_VERSION, full) as Document
    const { schemas } = shown.components
    const ajv = addFormats
      .default(new Ajv2020({ strict: false, formats: { base64: true } }))
      .addSchema({ $id: 'document', components: { schemas } })
    const isValid = (schema: object, example: unknown) =>
      ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')), example)
    const changed = OPERATIONS.filter(({ id }) => operationChangesSince(FIRST_API_VERSION, id))
    for (const { path, method, id, status } of changed) {
      const { content = {} } = shown.paths[path][method].responses[status]
      for (const { schema, examples } of Object.values<Document>(content))
        expect([id, isValid(schema, examples[id].value)]).toEqual([id, true])
    }
    for (const [type, { post }] of Object.entries<Document>(shown.components.pathItems)) {
      const { schema, example } = post.requestBody.content['application/json']
      expect([type, isValid(schema, example)]).toEqual([type, true])
    }
    const { value } =
      shown.paths['/api/bookings/{id}'].get.responses['200'].content['application/json'].examples.getBooking
    expect(value.time_zone).toBe(value.timezone)
  })

  test('delivers guest.added with the same data as the newest version', () => {
    const data = webhookDataOf(exampleEvent('guest.added'))
    expect(webhookDataIn(FIRST_API_VERSION, { type: 'guest.added', data })).toBe(data)
  })

  test('converts the schema and example of booking.created in the list of event types', () => {
    const changes = operationChangesSince(FIRST_API_VERSION, 'listEventTypes') ?? []
    const data = (zone: string) => ({
      type: 'booking.created',
      schema: { properties: { data: { properties: { [zone]: {} }, required: ['end', zone] } } },
      example: { event: 'booking.created', data: { [zone]: 'UTC' } },
    })
    const answer = {
      data: [data('timezone'), { type: 'queue.created', example: { data: { timezone: 'UTC' } } }],
    }
    expect(startConversion(changes).answer(answer)).toEqual({ data: [data('time_zone'), answer.data[1]] })
  })
})

describe('a request body that no version has', () => {
  test.each([[null], [[]], ['text'], [7], [{ data: 'x' }], [{ data: [null, 1] }], [{ bookings: {} }]])(
    'is left unchanged by every conversion when it is %j',
    (body) => {
      for (const { id } of OPERATIONS) {
        const conversion = startConversion(operationChangesSince(FIRST_API_VERSION, id) ?? [])
        const sent = conversion.request({ query: new URLSearchParams(), body })
        const registers = id === 'createWebhookEndpoint' || id === 'createSubscription'
        if (!registers) expect(sent.body).toEqual(body)
        expect(conversion.answer(body)).toEqual(body)
      }
    },
  )
})

describe('a version that has ended', () => {
  const now = new Date('2028-06-01T00:00:00Z')

  test('is replaced by the oldest supported version from its sunset on', () => {
    expect(standingVersion(FIRST_API_VERSION, now)).toBe(NEWEST_API_VERSION)
    expect(standingVersion(FIRST_API_VERSION, new Date(now.getTime() - 1))).toBe(FIRST_API_VERSION)
    expect(standingVersion(NEWEST_API_VERSION, now)).toBe(NEWEST_API_VERSION)
  })
})
