import { curlOf, sdkOf } from './code.ts'
import { type ApiDocument, type ApiOperation, operationsOf, searchOperations } from './document.ts'
import { callOf, isBrokenJson, isGrave, missingOf } from './request.ts'
import { exampleOf, limitsText, typeText } from './schema.ts'

const document: ApiDocument = {
  components: {
    responses: { NotFound: { description: 'not_found' } },
    schemas: {
      GuestCreate: {
        type: 'object',
        required: ['name', 'kind'],
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', enum: ['walk_in', 'other'] },
          notes: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          next: { $ref: '#/components/schemas/GuestCreate' },
        },
      },
    },
    parameters: { CsrfToken: { name: 'x-csrf-token', in: 'header', schema: { type: 'string' } } },
  },
  paths: {
    '/v1/queues/{id}/guests': {
      post: {
        operationId: 'addGuest',
        summary: 'Add a guest',
        description: 'Needs the scope `guests:write`.',
        tags: ['Guests'],
        security: [{ apiKey: [] }, { session: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'If-Match', in: 'header', schema: { type: 'string' } },
          { $ref: '#/components/parameters/CsrfToken' },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/GuestCreate' } } },
        },
        responses: { 204: { description: 'Done' }, 404: { $ref: '#/components/responses/NotFound' } },
      },
    },
  },
}
const { schemas } = document.components
const [addGuest] = operationsOf(document) as [ApiOperation]
const input = {
  values: { 'path id': 'q_1/x', 'query limit': '5', 'header If-Match': '"1"' },
  body: `{"name":"O'Hara"}`,
}

describe('an operation of the document', () => {
  test('resolves references and leaves out headers that browsers add', () => {
    expect(addGuest).toMatchObject({ id: 'addGuest', method: 'POST', scope: 'guests:write', tag: 'Guests' })
    expect(addGuest.credentials).toEqual(['apiKey', 'session'])
    expect(addGuest.parameters.map(({ name }) => name)).toEqual(['id', 'limit', 'If-Match'])
    expect(addGuest.answers).toEqual([
      { status: '204', description: 'Done' },
      { status: '404', description: 'not_found' },
    ])
  })

  test.each([
    ['GUESTS post', 1],
    ['guests:write', 1],
    ['delete', 0],
  ])('is found by a search for "%s" %i times', (search, count) => {
    expect(searchOperations([addGuest], search)).toHaveLength(count)
  })
})

describe('a call', () => {
  test('puts each value in its place, escaped', () => {
    expect(callOf(addGuest, input)).toEqual({
      method: 'POST',
      target: '/v1/queues/q_1%2Fx/guests?limit=5',
      headers: { 'content-type': 'application/json', 'If-Match': '"1"' },
      body: input.body,
    })
  })

  test('reports a missing identifier and a broken JSON body', () => {
    expect(missingOf(addGuest, { values: { 'path id': ' ' }, body: '' })).toEqual(['path id'])
    expect([isBrokenJson(addGuest, { ...input, body: '{' }), isBrokenJson(addGuest, input)]).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['DELETE', '/v1/queues/{id}', true],
    ['POST', '/account/api-keys', true],
    ['GET', '/account/me', false],
    ['POST', '/v1/queues', false],
  ])('with %s %s asks for confirmation first: %s', (method, path, isAsked) => {
    expect(isGrave({ method, path })).toBe(isAsked)
  })

  test('becomes a curl command that quotes the body for the shell and holds no secret', () => {
    expect(curlOf(addGuest, callOf(addGuest, input), 'http://u')).toBe(
      `curl 'http://u/v1/queues/q_1%2Fx/guests?limit=5' \\
  -H "authorization: Bearer $USHER_API_KEY" \\
  -H 'content-type: application/json' \\
  -H 'If-Match: "1"' \\
  --data-raw '{"name":"O'\\''Hara"}'`,
    )
  })

  test('becomes an SDK call with the same parameters and body', () => {
    expect(sdkOf(addGuest, input, 'http://u').split('\n').at(-1)).toBe(
      `const { data } = await usher.POST('/v1/queues/{id}/guests', { params: { path: { id: 'q_1/x' }, query: { limit: 5 }, header: { 'If-Match': '"1"' } }, body: {"name":"O'Hara"} })`,
    )
  })
})

describe('a schema', () => {
  const guest = { $ref: '#/components/schemas/GuestCreate' }

  test('that refers to itself has an example with the required fields only, or nested to a limited depth', () => {
    expect(exampleOf(guest, schemas, { isWhole: false })).toEqual({ name: 'Ada', kind: 'walk_in' })
    expect(exampleOf(guest, schemas, { isWhole: true })).toMatchObject({
      notes: 'notes',
      next: { next: { name: 'Ada' } },
    })
  })

  test.each([
    [guest, 'GuestCreate'],
    [{ type: 'array', items: guest }, 'array of GuestCreate'],
    [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'string (date-time) or null'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a", "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object of string'],
  ])('of %j is described as "%s"', (schema, text) => {
    expect(typeText(schema)).toBe(text)
  })

  test('has its limits in words, without those of the number type', () => {
    const schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 25 }
    expect(limitsText(schema)).toBe('at least 1; 25 unless given')
    expect(limitsText({ type: 'string', minLength: 1, maxLength: 9 })).toBe('1 to 9 characters')
  })

  test('with the pattern of an identifier has an example that matches it', () => {
    const schema = { type: 'string', pattern: '^gst_[0-7][0-9a-hjkmnp-tv-z]{25}$' }
    expect(exampleOf(schema, {}, { isWhole: true })).toMatch(new RegExp(schema.pattern))
  })
})
