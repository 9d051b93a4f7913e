import { z } from 'zod'
import { parse } from './errors.ts'

describe('given a body that does not fit its schema', () => {
  test('when a key of a record is refused, then the words are those of the schema of the key', () => {
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
  ])('when %s has half a surrogate pair, then it is refused, not stored as U+FFFD', (_, body, pointer) => {
    const schema = z.object({ metadata: z.record(z.string(), z.string()) })
    const errors = [{ pointer, message: 'must not contain half a surrogate pair', code: 'ill_formed_text' }]
    expect(() => parse(schema, body, '')).toThrow(
      expect.objectContaining({ code: 'validation_failed', options: { errors } }),
    )
  })
})

describe('given a query that does not fit its schema', () => {
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
  ])('when a parameter %s, then the error names it, and says what to do', (_, given, parameter, message) => {
    expect(errorsOf(given)).toMatchObject([{ pointer: `?${parameter}`, parameter, message }])
  })

  test('when a parameter that may be there twice is, then it is taken', () => {
    expect(errorsOf({ tag: ['x', 'y'] })).toMatchObject({ tag: ['x', 'y'] })
  })
})
