import { validateHeaderValue } from 'node:http'
import { operations } from '@usher/contracts'
import type { InsideRequest } from '@usher/service-kit'
import type { Request } from 'express'
import { createAsk } from '../src/ask.ts'

const req = { ip: '192.0.2.1', get: () => undefined } as unknown as Request

/** What is sent to the API for a form with a key. */
async function sentWith(key: string): Promise<InsideRequest> {
  const sent: InsideRequest[] = []
  const ask = createAsk(async (request) => {
    sent.push(request)
    return { status: 204, headers: {}, body: '' }
  })
  await ask(req, operations.leaveStandby, { params: { token: 'x' }, key })
  const [first] = sent
  if (!first) throw new Error('nothing was sent')
  return first
}

describe('the idempotency key of a form', () => {
  test.each(['x\r\nset-cookie: a=b', 'hld_😀', 'مرحبا', '\u0000', '\ud800'])(
    'is sent encoded when it is not a valid header value (%j)',
    async (key) => {
      const { headers } = await sentWith(key)
      const value = headers['idempotency-key'] ?? ''
      expect(() => validateHeaderValue('idempotency-key', value)).not.toThrow()
      expect(value).toMatch(/^[\w%:=-]+$/)
    },
  )

  test('is sent as it is when it is one of ours', async () => {
    const { headers } = await sentWith('book-hld_01h455vb4pex5vsknk084sn02q')
    expect(headers['idempotency-key']).toBe('book-hld_01h455vb4pex5vsknk084sn02q')
  })
})
