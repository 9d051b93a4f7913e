import { ERROR_CODES, OPERATIONS, openApiDocument } from '@usher/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('http://localhost:8080')
const { schemas, responses } = document.components

/** The answer of an operation, where it is told as a component. */
const answerOf = (path: string, method: string, status: number) => {
  const described = document.paths[path][method].responses[status]
  return described.$ref ? responses[described.$ref.replace('#/components/responses/', '')] : described
}

const ajv = addFormats
  .default(new Ajv2020({ strict: false, allErrors: true }))
  .addSchema({ $id: 'document', components: { schemas } })

const validate = (name: string, value: unknown) => {
  const check = ajv.compile({ $ref: `document#/components/schemas/${name}` })
  return [check(value), check.errors]
}

describe('the components of the OpenAPI document', () => {
  test('have names in Pascal case that differ by more than their case', () => {
    const names = Object.keys(schemas)
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([])
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  test('include a named schema for every JSON answer', () => {
    const nameless = OPERATIONS.filter(({ path, method, status }) => {
      const schema = answerOf(path, method, status).content?.['application/json']?.schema
      return schema && !schema.$ref
    })
    expect(nameless.map(({ id }) => id)).toEqual([])
  })

  test('have a named schema for each variant of a union', () => {
    const unions = Object.values<Record<string, object[]>>(schemas).flatMap(
      ({ oneOf, anyOf }) => oneOf ?? anyOf ?? [],
    )
    expect(unions.filter((branch) => '$ref' in branch).length).toBeGreaterThan(10)
    expect(unions.filter((branch) => 'properties' in branch)).toEqual([])
  })

  test('include every error response, so that the document stays below 5,200 characters per operation', () => {
    for (const { path, method } of OPERATIONS) {
      for (const [status, answer] of Object.entries(document.paths[path][method].responses)) {
        if (Number(status) >= 400) expect(answer).toHaveProperty('$ref')
      }
    }
    expect(JSON.stringify(document).length).toBeLessThan(5_200 * OPERATIONS.length)
  })

  test.each([400, 403, 404, 409, 503])(
    'document an HTML page for the status %i at the end of the Google sign-in',
    (status) => {
      for (const path of ['/api/google-calendar/callback', '/api/google-calendar/confirm/{token}']) {
        const { method } = OPERATIONS.find((operation) => operation.path === path) ?? { method: 'get' }
        expect(answerOf(path, method, status).content['text/html']).toEqual({ schema: { type: 'string' } })
      }
    },
  )

  test('document request_timeout and headers_too_large for every operation', () => {
    for (const { path, method } of OPERATIONS) {
      for (const code of ['request_timeout', 'headers_too_large'] as const)
        expect(answerOf(path, method, ERROR_CODES[code][0]).description).toContain(code)
    }
  })

  test('describe exactly the tags that operations use', () => {
    const used = new Set(OPERATIONS.map(({ tag }) => tag))
    expect(new Set(document.tags.map(({ name }: { name: string }) => name))).toEqual(used)
    expect(document.tags.length).toBe(used.size)
  })

  test('require settings with a default in answers but not in requests', () => {
    const { required } = schemas.TwilioSettings
    expect(required).toEqual(expect.arrayContaining(['messaging_service_sid', 'validity_seconds']))
    expect(schemas.TwilioSettingsInput.required).toEqual(['account_sid'])
    expect(schemas.SmtpSettingsInput.required).toEqual(['host', 'from_address'])
    expect(schemas.HttpProviderSettingsInput.required).toEqual(['url'])
  })

  test.each(
    OPERATIONS.filter(({ answer }) => answer !== null).map((operation) => [operation.id, operation] as const),
  )('include a valid example of the answer of %s', (id, operation) => {
    const { path, method, status, answer, media } = operation
    const { content } = answerOf(path, method, status)
    for (const type of media ?? [operation.alsoAnswers ?? []].flat())
      expect(content[type].examples[id].value).toMatch(/\S/)
    if (media) return
    const { schema, examples } = content['application/json']
    const example = examples[id].value
    expect(answer?.safeParse(example)).toMatchObject({ success: true })
    expect(validate(schema.$ref.replace('#/components/schemas/', ''), example)).toEqual([true, null])
  })
})
