import { randomBytes } from 'node:crypto'
import { cloudEventSchema } from '@usher/contracts'
import {
  ConfigError,
  createBatchLoader,
  createCallerVerifier,
  createCursors,
  derivedId,
  isMongoUnavailable,
  readEnvironment,
  requireMatch,
  seal,
  signCaller,
  unseal,
  variables,
} from '@usher/service-kit'
import { createCallers } from '@usher/test-kit'
import fc from 'fast-check'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { z } from 'zod'

const key = (id: string) => ({ id, key: randomBytes(32) })

describe('the configuration from the environment', () => {
  test('names every missing or invalid variable in the error and shows no value', () => {
    const { MONGODB_URL, RABBITMQ_URL, PORT, SECRET_KEYS } = variables
    const schema = z.object({ MONGODB_URL, RABBITMQ_URL, PORT, SECRET_KEYS })
    const read = () =>
      readEnvironment(schema, { RABBITMQ_URL: 'http://hunter2', PORT: 'abc', SECRET_KEYS: 'k1:c2hvcnQ=' })
    expect(read).toThrow(ConfigError)
    for (const name of ['MONGODB_URL', 'RABBITMQ_URL', 'PORT', 'SECRET_KEYS']) expect(read).toThrow(name)
    expect(read).not.toThrow('hunter2')
  })
})

describe('sealed text', () => {
  test('unseals to the same text after the key was rotated', () => {
    const [older, newer] = [key('k1'), key('k2')]
    fc.assert(
      fc.property(fc.string(), (text) => {
        const sealed = seal(text, [older])
        expect(unseal(sealed, [newer, older])).toBe(text)
        if (text.length > 3) expect(sealed).not.toContain(text)
      }),
    )
  })

  test('does not unseal in another context than it was bound to', () => {
    const keys = [{ id: 'a', key: randomBytes(32) }]
    const sealed = seal('secret', keys, 'one')
    expect(unseal(sealed, keys, 'one')).toBe('secret')
    expect(() => unseal(sealed, keys, 'other')).toThrow()
    expect(() => unseal(sealed, keys)).toThrow()
  })

  test('does not unseal when changed or when its key is missing', () => {
    const keys = [key('k1')]
    const sealed = seal('secret', keys)
    const changed = sealed.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'))
    expect(() => unseal(changed, keys)).toThrow()
    expect(() => unseal(sealed, [key('k2')])).toThrow('k1')
  })
})

describe('a list cursor', () => {
  test('decodes to its position in its own list, and is refused when changed or used for another list', () => {
    const cursors = createCursors([key('k1')])
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 3 }), fc.nat(), (place, at) => {
        const cursor = cursors.encode('guests', place)
        expect(cursors.decode('guests', cursor)).toEqual(place)
        expect(() => cursors.decode('queues', cursor)).toThrow('cursor')
        const bytes = Buffer.from(cursor, 'base64url')
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
        expect(() => cursors.decode('guests', bytes.toString('base64url'))).toThrow('cursor')
      }),
    )
  })
})

describe('a caller token', () => {
  const ours = createCallers()
  const verify = createCallerVerifier(ours.publicKey)
  const caller = ours.caller()

  test('gives the caller each time when the gateway signed it', () => {
    const token = ours.sign(caller)
    for (const _ of [1, 2]) expect(verify(token)).toEqual(caller)
  })

  test.each([
    ['none', () => undefined],
    ['signed by another key', () => signCaller(caller, createCallers().privateKey)],
    ['unsigned', () => jwt.sign(caller, '', { algorithm: 'none' })],
    [
      'for another audience',
      () =>
        jwt.sign(caller, ours.privateKey, {
          algorithm: 'ES256',
          issuer: 'usher-gateway',
          audience: 'x',
          expiresIn: 60,
        }),
    ],
    [
      'of another issuer',
      () =>
        jwt.sign(caller, ours.privateKey, {
          algorithm: 'ES256',
          issuer: 'x',
          audience: 'usher-services',
          expiresIn: 60,
        }),
    ],
    [
      'keyed with the public key as a shared secret',
      () =>
        jwt.sign(caller, ours.publicKey.export({ type: 'spki', format: 'pem' }).toString(), {
          algorithm: 'HS256',
        }),
    ],
    [
      'with an unknown scope',
      () => signCaller({ ...caller, scopes: ['root' as 'queues:read'] }, ours.privateKey),
    ],
  ])('is refused when it is %s', (_what, token) => {
    expect(() => verify(token())).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })
})

describe('an error of the database', () => {
  const { MongoServerError } = mongoose.mongo

  test.each([
    ['steps down', { code: 189 }],
    ['is interrupted by the end of its process', { code: 11_600 }],
    ['is no primary', { code: 10_107 }],
    ['does not know whether it committed', { errorLabels: ['UnknownTransactionCommitResult'] }],
    ['wants a write again', { errorLabels: ['RetryableWriteError'] }],
  ])('counts as unavailable when a member %s', (_, given) => {
    expect(isMongoUnavailable(new MongoServerError({ message: 'x', ...given }))).toBe(true)
  })

  test('counts as unavailable when a bulk write loses its connection', () => {
    const { MongoBulkWriteError, MongoNetworkError } = mongoose.mongo
    const closed = new MongoNetworkError('connection closed')
    expect(isMongoUnavailable(new MongoBulkWriteError(closed as never, {} as never))).toBe(true)
  })

  test('does not count as unavailable for a duplicate key, an invalid query or another error', () => {
    expect(isMongoUnavailable(new MongoServerError({ message: 'x', code: 11_000 }))).toBe(false)
    expect(isMongoUnavailable(new MongoServerError({ message: 'x', code: 2 }))).toBe(false)
    expect(isMongoUnavailable(new TypeError('x'))).toBe(false)
  })
})

describe('the If-Match check', () => {
  test.each([[undefined], ['*'], ['"3.9"'], ['"1.1", "3.1"'], ['"3."']])(
    'accepts version 3 for the header %s',
    (header) => {
      expect(() => requireMatch(header, 3)).not.toThrow()
    },
  )
  test.each([['"2.9"'], ['"33.1"'], ['3'], ['W/"x"']])('refuses version 3 for the header %s', (header) => {
    expect(() => requireMatch(header, 3)).toThrow(expect.objectContaining({ code: 'precondition_failed' }))
  })
})

describe('a batch loader', () => {
  test('answers four loads of one tick with one query, each with its own value or error', async () => {
    const queries: number[] = []
    const load = createBatchLoader(async (keys: readonly number[]) => {
      queries.push(keys.length)
      return keys.map((one) => (one < 0 ? new Error('negative') : one * 2))
    })
    const answers = await Promise.allSettled([1, 2, -1, 3].map(load))
    expect(queries).toEqual([4])
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      2,
      4,
      'failed',
      6,
    ])
  })
})

describe('an id derived from a name', () => {
  test('is a TypeID, the same for the same name and kind, and sorts by its number', () => {
    const id = cloudEventSchema.shape.id
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        expect(id.parse(derivedId('event', name))).toBe(derivedId('event', name))
        expect(derivedId('event', name) === derivedId('event', other)).toBe(name === other)
        expect(derivedId('queue', name)).toMatch(/^q_/)
        const at = new Date('2026-01-01T12:00:00Z')
        const [first, second] = [name, other].map((one, number) => derivedId('event', one, { at, number }))
        expect(String(first) < String(second)).toBe(true)
      }),
    )
  })
})
