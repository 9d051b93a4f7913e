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
})
