import { describe, expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ERROR_CODES, OPERATIONS, openApiDocument } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('http://localhost:8080')

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
]

describe('given the OpenAPI document', () => {
  test('when a validator reads it, then it is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
    expect(document.openapi).toBe('3.1.0')
  })

  test('when the operations are listed, then the specified ones are there and ids are unique', () => {
    const listed = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
    expect(listed).toEqual(expect.arrayContaining(SPECIFIED))
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length)
    for (const { method, path } of OPERATIONS) expect(document.paths[path][method]).toBeDefined()
  })

  test('when an operation may fail, then every code is documented under its status', () => {
    for (const { method, path, errors } of OPERATIONS) {
      for (const code of errors) {
        expect(document.paths[path][method].responses[ERROR_CODES[code][0]].description).toContain(code)
      }
    }
  })

  test('when an operation answers something besides JSON, then it is documented', () => {
    const { content } = document.paths['/account/usage'].get.responses[200]
    expect(Object.keys(content)).toEqual(['application/json', 'text/csv'])
  })

  test('when every reference is followed, then it leads to a schema', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(20)
    for (const [, name = ''] of references) expect(document.components.schemas[name]).toBeDefined()
  })
})
