import { createHmac } from 'node:crypto'
import { verifyServiceSignature, verifyWebhook, WebhookVerificationError } from '@usher/sdk'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { aBody, aSecret, codeOf, NOW, signed } from './signed.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const secrets = fc.uint8Array({ minLength: 1, maxLength: 64 }).map(aSecret)
const bodies = fc.json().map(aBody)

/** The same bytes with one bit turned. */
function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(bit / 8) % copy.length
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8))
  return copy
}

describe('webhook signatures of any body and secret', () => {
  test('a body signed by standardwebhooks is verified as bytes and as text', () => {
    fc.assert(
      fc.property(bodies, secrets, (body, secret) => {
        const headers = {
          'webhook-id': 'dlv_1',
          'webhook-timestamp': String(NOW.getTime() / 1000),
          'webhook-signature': new Webhook(secret).sign('dlv_1', NOW, body.toString()),
        }
        expect(verifyWebhook(body, headers, secret, { now: NOW })).toEqual(JSON.parse(body.toString()))
        expect(verifyWebhook(body.toString(), new Headers(headers), secret, { now: NOW })).toBeDefined()
      }),
    )
  })

  test('a body with one changed bit matches neither signature', () => {
    fc.assert(
      fc.property(bodies, secrets, fc.nat(), (body, secret, bit) => {
        const changed = flipped(body, bit)
        expect(codeOf(() => verifyWebhook(changed, signed(body, secret), secret, { now: NOW }))).toBe(
          'signature_mismatch',
        )
        const signature = createHmac('sha256', secret).update(body).digest('hex')
        expect(verifyServiceSignature(body, signature, secret)).toBe(true)
        expect(verifyServiceSignature(changed, signature, secret)).toBe(false)
      }),
    )
  })

  test('a header with one changed bit fails verification', () => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
    fc.assert(
      fc.property(bodies, secrets, fc.constantFrom(...names), fc.nat(), (body, secret, name, bit) => {
        const headers = signed(body, secret)
        const changed = flipped(Buffer.from(headers[name]), bit).toString('latin1')
        expect(() => verifyWebhook(body, { ...headers, [name]: changed }, secret, { now: NOW })).toThrow(
          WebhookVerificationError,
        )
      }),
    )
  })

  test('a signature made with another secret fails verification', () => {
    fc.assert(
      fc.property(bodies, secrets, secrets, (body, secret, other) => {
        fc.pre(secret !== other)
        const verify = () => verifyWebhook(body, signed(body, secret), other, { now: NOW })
        // HMAC fills a key up with zeros, so of two keys one may be the other with zeros behind.
        fc.pre(!samePadded(secret, other))
        expect(codeOf(verify)).toBe('signature_mismatch')
      }),
    )
  })
})

const padded = (secret: string) => Buffer.concat([Buffer.from(secret.slice(6), 'base64'), Buffer.alloc(64)])
const samePadded = (a: string, b: string) => padded(a).subarray(0, 64).equals(padded(b).subarray(0, 64))

describe('verifying a delivery', () => {
  const body = aBody('"Zoë ☕"')
  const headers = signed(body, SECRET)
  const verify = (given: object = {}, options: object = {}) =>
    verifyWebhook(body, { ...headers, ...given }, SECRET, { now: NOW, ...options })
  const after = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) })

  test.each([
    ['webhook-id', undefined, 'missing_header'],
    ['webhook-id', 'a.b', 'malformed_header'],
    ['webhook-id', ['dlv_1', 'dlv_2'], 'malformed_header'],
    ['webhook-timestamp', '', 'missing_header'],
    ['webhook-timestamp', 'yesterday', 'malformed_header'],
    ['webhook-timestamp', '1e9', 'malformed_header'],
    ['webhook-timestamp', '1700000000x', 'malformed_header'],
    ['webhook-timestamp', '-1', 'malformed_header'],
    ['webhook-signature', undefined, 'missing_header'],
    ['webhook-signature', 'v1', 'signature_mismatch'],
    ['webhook-signature', 'v1,', 'signature_mismatch'],
    ['webhook-signature', headers['webhook-signature'].replace('v1,', 'v1a,'), 'signature_mismatch'],
    ['webhook-signature', headers['webhook-signature'].replace('v1,', ''), 'signature_mismatch'],
  ])('a %s of %j gives %s', (name, value, code) => {
    expect(codeOf(() => verify({ [name]: value }))).toBe(code)
  })

  test.each([
    [0, undefined],
    [300, undefined],
    [-300, undefined],
    [301, 'timestamp_too_old'],
    [-301, 'timestamp_too_new'],
  ])('a delivery received %i seconds after signing gives the error %s', (seconds, code) => {
    expect(codeOf(() => verify({}, after(seconds)))).toBe(code)
  })

  test('toleranceSeconds applies to past and future timestamps, and NaN accepts none', () => {
    expect(codeOf(() => verify({}, { ...after(11), toleranceSeconds: 10 }))).toBe('timestamp_too_old')
    expect(codeOf(() => verify({}, { ...after(-11), toleranceSeconds: 10 }))).toBe('timestamp_too_new')
    expect(codeOf(() => verify({}, { ...after(900), toleranceSeconds: 900 }))).toBeUndefined()
    expect(codeOf(() => verify({}, { toleranceSeconds: Number.NaN }))).toBe('timestamp_too_old')
  })

  test('accepts a signature made with any of the configured secrets', () => {
    const both = signed(body, OTHER, SECRET)
    expect(verify(both)).toMatchObject({ event: 'guest.added' })
    expect(verifyWebhook(body, headers, [OTHER, SECRET], { now: NOW })).toBeDefined()
    expect(codeOf(() => verifyWebhook(body, headers, [OTHER], { now: NOW }))).toBe('signature_mismatch')
  })

  test('accepts header names in capitals', () => {
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, v]) => [name.toUpperCase(), v]))
    expect(verifyWebhook(body, capitals, SECRET, { now: NOW })).toBeDefined()
  })

  test.each(['', 'no JSON', '"text"', 'null', '{}', '{"event":1}'])(
    'reports malformed_body for the signed body %j, which is no event',
    (text) => {
      expect(codeOf(() => verifyWebhook(text, signed(Buffer.from(text), SECRET), SECRET, { now: NOW }))).toBe(
        'malformed_body',
      )
    },
  )

  test('rejects a body that differs from the signed one only in invalid UTF-8 bytes', () => {
    const [one, two] = [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xfe, 0x22])]
    expect(one.toString()).toBe(two.toString())
    expect(codeOf(() => verifyWebhook(two, signed(one, SECRET), SECRET, { now: NOW }))).toBe(
      'signature_mismatch',
    )
  })

  test.each(['', 'secret', 'whsec_', 'whsec_ä', 'usk_abc'])(
    'throws a TypeError for the invalid secret %j and for an empty list of secrets',
    (secret) => {
      expect(() => verifyWebhook(body, headers, secret)).toThrow(TypeError)
      expect(() => verifyWebhook(body, headers, [] as never)).toThrow(TypeError)
    },
  )

  test('x-service-signature does not match when missing or of another length', () => {
    expect(verifyServiceSignature(body, undefined, SECRET)).toBe(false)
    expect(verifyServiceSignature(body, 'abc', SECRET)).toBe(false)
    expect(() => verifyServiceSignature(body, 'abc', '')).toThrow(TypeError)
  })

  test('types the data of a verified event by its name', () => {
    const event = verify()
    if (event.event !== 'guest.added') throw new Error(`not ${event.event}`)
    const party: number = event.data.party_size
    expect(party).toBe(2)
  })
})
