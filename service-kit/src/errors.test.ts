import { describe, expect, test } from 'vitest'
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
