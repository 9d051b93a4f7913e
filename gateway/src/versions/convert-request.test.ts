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

describe('given a body in an old version', () => {
  test.each([
    ['alone', OLD],
    ['behind a byte order mark, as some clients send it', `\uFEFF${OLD}`],
  ])('when it is JSON %s, then it is converted', (_, text) => {
    expect(convert(Buffer.from(text))).toBe(NEW)
  })

  test('when a number is beyond all, then it is left as it is for the service to refuse, not made null', () => {
    const body = '{"time_zone":"UTC","calendar_max_age_minutes":1e999}'
    expect(convert(Buffer.from(body))).toBe(body)
  })

  test('when it is not UTF-8, then it is left as it is for the service to refuse, not made valid', () => {
    const body = Buffer.from(OLD.replace('Ada', '\xff\xfe'), 'latin1')
    expect(convert(body)).toBe(body.toString('latin1'))
  })
})

describe('given a query in an old version', () => {
  test('when a former parameter is given twice, then it is refused as any other, not one of them taken', () => {
    const changes = operationChangesSince('2026-11-01', 'getAvailability') ?? []
    const target = '/api/availability?time_zone=UTC&time_zone=Europe/Paris'
    const given = { target, body: null, isJson: false }
    expect(() => convertRequest(startConversion(changes), given)).toThrow('?time_zone must be given once')
  })
})
