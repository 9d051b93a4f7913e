import { operationChangesSince, startConversion } from '@usher/contracts'
import { describe, expect, test } from 'vitest'
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

  test('when it is not UTF-8, then it is left as it is for the service to refuse, not made valid', () => {
    const body = Buffer.from(OLD.replace('Ada', '\xff\xfe'), 'latin1')
    expect(convert(body)).toBe(body.toString('latin1'))
  })
})
