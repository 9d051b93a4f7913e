import { operationsOf } from '../tools/reference/document.ts'
import { fieldList } from '../tools/reference/fields.ts'
import { referencePages } from '../tools/reference/reference-pages.ts'
import { typeInWords } from '../tools/reference/types.ts'
import { apiDocument } from '../tools/site-pages.ts'

const { document, examples } = apiDocument()
const pages = referencePages(document, examples)
const noLink = () => undefined

describe('the API reference', () => {
  test('contains every operation and every event once, and no undefined text', () => {
    const text = pages.map(({ body }) => body).join('\n')
    for (const { method, path, operation } of operationsOf(document)) {
      expect([operation.operationId, text.split(`\n${method} ${path}\n`).length - 1]).toEqual([
        operation.operationId,
        1,
      ])
      expect(text).toContain(`Operation \`${operation.operationId}\`.`)
    }
    for (const event of Object.keys(document.components.pathItems)) expect(text).toContain(`## ${event}\n`)
    const events = pages.find(({ id }) => id === 'reference/webhook-events')
    expect(events?.body).toContain('`party_size`')
    expect(text).not.toMatch(/\[object Object\]|[(:] undefined|\(undefined|undefined,/)
  })
})

describe('a schema in the API reference', () => {
  test.each([
    [{ type: 'string', minLength: 1, maxLength: 100 }, 'string, 1–100 characters'],
    [{ type: ['string', 'null'], maxLength: 5 }, 'string, at most 5 characters or null'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'integer, at least 1'],
    [{ anyOf: [{ $ref: '#/components/schemas/Locale' }, { type: 'null' }] }, 'Locale or null'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 20 }, 'list of string, at most 20'],
    [{ type: 'string', enum: ['a', 'b'] }, 'one of `"a"`, `"b"`'],
    [{ type: 'string', format: 'date-time' }, 'time (ISO 8601)'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
  ])('%j is described as "%s"', (schema, words) => {
    expect(typeInWords(schema, noLink)).toBe(words)
  })

  test('lists its fields with those of nested objects indented and HTML escaped', () => {
    const customer = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const schema = { properties: { customer, note: { type: 'string', description: 'Not <b>', default: '' } } }
    expect(fieldList(schema, noLink)).toBe(
      '- `customer` (object)\n  - `name` (string, required)\n- `note` (string): Not \\<b>. Default: `""`.',
    )
  })
})
