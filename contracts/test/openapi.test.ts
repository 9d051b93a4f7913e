import { Validator } from '@seriousme/openapi-schema-validator'
import { ERROR_CODES, mayLackBody, OPERATIONS, openApiDocument } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('http://localhost:8080')

test('PATCH operations require no body or field', () => {
  const patches = OPERATIONS.filter(({ method }) => method === 'patch')
  expect(patches.filter((operation) => !mayLackBody(operation)).map(({ id }) => id)).toEqual([])
  expect(document.paths['/v1/queues/{id}'].patch.requestBody.required).toBe(false)
  expect(document.paths['/api/google-calendar/sync'].post.requestBody.required).toBe(false)
  expect(document.paths['/v1/queues'].post.requestBody.required).toBe(true)
})

/** The endpoints that the service specification names and that this version has. */
const SPECIFIED = [
  'get /v1/queues',
  'post /v1/queues',
  'get /v1/queues/{id}',
  'patch /v1/queues/{id}',
  'delete /v1/queues/{id}',
  'get /v1/queues/{id}/guests',
  'post /v1/queues/{id}/guests',
  'get /v1/guests/{id}',
  'patch /v1/guests/{id}',
  'post /v1/guests/{id}/notify',
  'post /v1/guests/{id}/seat',
  'delete /v1/guests/{id}',
  'get /api/availability',
  'post /api/bookings',
  'get /api/service-types',
  'post /api/service-types',
  'get /api/service-types/{id}',
  'put /api/service-types/{id}',
  'patch /api/service-types/{id}',
  'delete /api/service-types/{id}',
  'get /api/v1/catalog/{orgId}',
  'get /api/v1/products/{orgId}',
  'get /api/v1/categories/{orgId}',
]

const described = (id: string) => {
  const { path, method } = OPERATIONS.find((operation) => operation.id === id) ?? { path: '', method: '' }
  return document.paths[path][method]
}

/** What an operation answers with a status, itself or as a component. */
const answerOf = ({ responses }: { responses: Record<number, { $ref?: string }> }, status: number) => {
  const { $ref } = responses[status] ?? {}
  return $ref ? document.components.responses[$ref.replace('#/components/responses/', '')] : responses[status]
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
    expect(document.openapi).toBe('3.1.0')
  })

  test('contains every specified endpoint, each with a unique operation id', () => {
    const listed = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
    expect(listed).toEqual(expect.arrayContaining(SPECIFIED))
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length)
    for (const { method, path } of OPERATIONS) expect(document.paths[path][method]).toBeDefined()
  })

  test('documents every error code of an operation under its status', () => {
    for (const { method, path, errors } of OPERATIONS) {
      for (const code of errors) {
        expect(answerOf(document.paths[path][method], ERROR_CODES[code][0]).description).toContain(code)
      }
    }
  })

  test('documents the CSV answer of the usage operation beside JSON', () => {
    const { content } = document.paths['/account/usage'].get.responses[200]
    expect(Object.keys(content)).toEqual(['application/json', 'text/csv'])
  })

  test.each([
    ['https://usher.example', '__Host-usher_session'],
    ['http://localhost:8080', 'usher_session'],
  ])('for the server %s names the session cookie %s', (serverUrl, name) => {
    expect(openApiDocument(serverUrl)).toHaveProperty('components.securitySchemes.session.name', name)
  })

  test('resolves every reference to a component', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)]
    expect(references.length).toBeGreaterThan(20)
    for (const [, kind = '', name = ''] of references) expect(document.components[kind][name]).toBeDefined()
  })

  test('has no component that is only a reference', () => {
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect([name, schema]).not.toEqual([name, { $ref: expect.anything() }])
  })

  test('documents idempotency for every authenticated POST except signOut and reportPageError', () => {
    const posts = OPERATIONS.filter(({ method, scope }) => method === 'post' && scope !== null)
    const unsafe = posts.filter(({ errors }) => !errors.includes('idempotency_mismatch'))
    // The end of a session ends its credential too, and an error reported twice counts twice.
    expect(unsafe.map(({ id }) => id).toSorted()).toEqual(['reportPageError', 'signOut'])
  })

  test.each([
    ['addGuest', 'IdempotencyKey', true],
    ['addGuest', 'CsrfToken', true],
    ['signUp', 'CsrfToken', false],
    ['createApiKey', 'SessionCsrfToken', true],
    ['updateQueue', 'IfMatch', true],
    ['updateQueue', 'IdempotencyKey', false],
    ['getGuest', 'IfNoneMatch', true],
    ['listGuests', 'IfNoneMatch', false],
    ['listGuests', 'RequestId', true],
  ])('%s takes the parameter %s: %s', (id, parameter, expected) => {
    const taken = described(id).parameters.map(({ $ref }: { $ref?: string }) => $ref)
    expect(taken.includes(`#/components/parameters/${parameter}`)).toBe(expected)
  })

  test.each([
    [
      'addGuest',
      201,
      ['ETag', 'Location', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
    ],
    ['addGuest', 401, ['WWW-Authenticate', 'X-Request-Id']],
    ['addGuest', 429, ['Retry-After', 'RateLimit']],
    ['listQueues', 200, ['Link']],
    ['signIn', 200, ['Set-Cookie']],
  ])('%s with status %i documents the headers %j', (id, status, names) => {
    expect(Object.keys(answerOf(described(id), status).headers)).toEqual(expect.arrayContaining(names))
  })

  test('marks an optional parameter as not required and describes it', () => {
    const byName = (name: string) =>
      described('listGuests').parameters.find((one: { name?: string }) => one.name === name)
    expect(byName('q')).toMatchObject({
      required: false,
      description: expect.stringMatching(/^Words that/),
    })
    expect(byName('id')).toMatchObject({ required: true })
  })

  test('has only valid examples for request bodies', () => {
    const examples = OPERATIONS.flatMap(({ body }) =>
      [body.meta()?.examples ?? []].flat().map((example) => body.safeParse(example).success),
    )
    expect(examples.length).toBeGreaterThan(5)
    expect(examples.every(Boolean)).toBe(true)
  })
})
