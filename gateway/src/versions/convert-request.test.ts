import { operationChangesSince, startConversion } from '@usher/contracts'
import { convertRequest } from './convert-request.ts'

/** Sends the body of a provider in the oldest version. */
function convert(body: Buffer): string {
  const changes = operationChangesSince('2026-11-01', 'createProvider')
  if (!changes) throw new Error('the oldest version has another form of this')
  const converted = convertRequest(startConversion(changes), { target: '/api/providers', body, isJson: true })
  return converted.body?.toString('latin1') ?? ''
}

const OLD = '{"name":"Ada","time_zone":"UTC"}'
const NEW = '{"name":"Ada","timezone":"UTC"}'

describe('a request body in an old version', () => {
  test.each([
    ['alone', OLD],
    ['behind a byte order mark, as some clients send it', `\uFEFF${OLD}`],
  ])('is converted when it is JSON %s', (_, text) => {
    expect(convert(Buffer.from(text))).toBe(NEW)
  })

  test('is left unchanged when a number is out of range, instead of making it null', () => {
    const body = '{"time_zone":"UTC","calendar_max_age_minutes":1e999}'
    expect(convert(Buffer.from(body))).toBe(body)
  })

  test('is left unchanged when it is not UTF-8, instead of replacing the invalid bytes', () => {
    const body = Buffer.from(OLD.replace('Ada', '\xff\xfe'), 'latin1')
    expect(convert(body)).toBe(body.toString('latin1'))
  })
})

describe('a query in an old version', () => {
  test('refuses a former parameter given twice instead of taking one of its values', () => {
    const changes = operationChangesSince('2026-11-01', 'getAvailability') ?? []
    const target = '/api/availability?time_zone=UTC&time_zone=Europe/Paris'
    const given = { target, body: null, isJson: false }
    expect(() => convertRequest(startConversion(changes), given)).toThrow('?time_zone must be given once')
  })
})
