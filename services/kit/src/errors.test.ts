import { z } from 'zod'
import { parse } from './errors.ts'

describe('a body that does not match its schema', () => {
  test("reports a refused record key with the message of the key's own schema", () => {
    const key = z.string().regex(/^[a-z]+$/, { error: 'must be letters' })
    const schema = z.object({ metadata: z.record(key, z.string()) })
    const errors = [{ pointer: '/metadata/a b', message: 'must be letters', code: 'invalid_key' }]
    expect(() => parse(schema, { metadata: { 'a b': 'c' } }, '')).toThrow(
      expect.objectContaining({ code: 'validation_failed', options: { errors } }),
    )
  })

  test.each([
    ['a text', { metadata: { a: 'x\ud800' } }, '/metadata/a'],
    ['a key', { metadata: { '\udc00': 'b' } }, '/metadata/\ufffd'],
  ])('refuses %s with half a surrogate pair', (_, body, pointer) => {
    const schema = z.object({ metadata: z.record(z.string(), z.string()) })
    const errors = [{ pointer, message: 'must not contain half a surrogate pair', code: 'ill_formed_text' }]
    expect(() => parse(schema, body, '')).toThrow(
      expect.objectContaining({ code: 'validation_failed', options: { errors } }),
    )
  })
})

describe('a query that does not match its schema', () => {
  const query = z.strictObject({
    limit: z.int().optional(),
    from: z.iso.datetime(),
    status: z.enum(['a', 'b']).optional(),
    tag: z.union([z.string(), z.array(z.string())]).optional(),
  })
  const errorsOf = (given: object) => {
    try {
      return parse(query, { from: '2026-01-01T00:00:00Z', ...given }, '?')
    } catch (error) {
      return (error as { options: { errors: unknown } }).options.errors
    }
  }

  test.each([
    ['is missing', { from: undefined }, 'from', 'is required'],
    ['is there twice', { limit: ['1', '2'] }, 'limit', 'must be given once'],
    ['of a few words is there twice', { status: ['a', 'b'] }, 'status', 'must be given once'],
    ['is not known', { sort: 'name' }, 'sort', 'is not a known field'],
  ])('names a parameter that %s, with a message that says what is wrong', (_, given, parameter, message) => {
    expect(errorsOf(given)).toMatchObject([{ pointer: `?${parameter}`, parameter, message }])
  })

  test('accepts a repeated parameter that may be a list', () => {
    expect(errorsOf({ tag: ['x', 'y'] })).toMatchObject({ tag: ['x', 'y'] })
  })
})
