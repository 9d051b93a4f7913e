import { operationChangesSince, startConversion } from '@usher/contracts'
import { FORMER_VERSION, VERSIONS } from '@usher/test-kit'
import { convertRequest } from './convert-request.ts'

const conversionOf = (operation: string) =>
  startConversion(operationChangesSince(FORMER_VERSION, operation, VERSIONS) ?? [])

/** Sends the body of a provider in the former version. */
function convert(body: Buffer): string {
  const given = { target: '/api/providers', body, isJson: true }
  return convertRequest(conversionOf('createProvider'), given).body?.toString('latin1') ?? ''
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

  test('is refused when its version does not allow it', () => {
    const body = Buffer.from('{"timezone":"UTC","time_zone":"UTC"}')
    expect(() => convert(body)).toThrow('/timezone is named time_zone')
  })

  test('is left unchanged when it is not UTF-8, instead of replacing the invalid bytes', () => {
    const body = Buffer.from(OLD.replace('Ada', '\xff\xfe'), 'latin1')
    expect(convert(body)).toBe(body.toString('latin1'))
  })
})

describe('a query in an old version', () => {
  test('is converted', () => {
    const given = { target: '/api/availability?time_zone=UTC&from=x', body: null, isJson: false }
    const { target } = convertRequest(conversionOf('getAvailability'), given)
    expect(target).toBe('/api/availability?from=x&timezone=UTC')
  })

  test('refuses a former parameter given twice instead of taking one of its values', () => {
    const target = '/api/availability?time_zone=UTC&time_zone=Europe/Paris'
    const given = { target, body: null, isJson: false }
    expect(() => convertRequest(conversionOf('getAvailability'), given)).toThrow(
      '?time_zone must be given once',
    )
  })
})
