import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { operations } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { Exchange } from '../http/exchange.ts'
import { requestRecordOf } from './request-record.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** An exchange that was refused before a service got it. */
const refused = (changes: Partial<Exchange> = {}, userAgent = 'curl/8') =>
  ({
    operation: operations.updateGuest,
    caller: { organizationId: newId('organization'), actor: 'key_1' },
    requestId: 'req_1',
    req: { method: 'PATCH', headers: { 'user-agent': userAgent } },
    res: { statusCode: 403 },
    startedAtMs: performance.now(),
    ...changes,
  }) as unknown as Exchange

const recordOf = (exchange: Exchange) => requestRecordOf(exchange, new Date())

describe('the record of a refused request', () => {
  test('names the resource of its path', () => {
    const pathId = newId('guest')
    expect(recordOf(refused({ pathId }))?.audit?.resource).toBe(pathId)
  })

  test.each(['zoe@example.com', '+4915799123456', 'usk_secret', '__proto__'])(
    'does not keep %s in place of an identifier',
    (pathId) => {
      expect(recordOf(refused({ pathId }))?.audit?.resource).toBeNull()
    },
  )

  test('is only counted if it was over a rate limit, unless the service names who it concerns', () => {
    expect(recordOf(refused({ code: 'rate_limited' }))?.audit).toBeNull()
    const note = { organization_id: newId('organization'), actor: 'member_1' }
    const auditNote = Buffer.from(JSON.stringify(note)).toString('base64url')
    expect(recordOf(refused({ code: 'rate_limited', auditNote }))?.audit).not.toBeNull()
  })

  test('takes less than 2 kB of memory when its user agent and its URL are 15 kB long', () => {
    const long = (text: string) => Buffer.from(text.repeat(15_000)).toString()
    const records: unknown[] = []
    const add = (count: number) => {
      for (let i = 0; i < count; i += 1) {
        const url = `${newId('guest')}?q=${long('y')}`
        records.push(recordOf(refused({ pathId: url.slice(0, 30) }, long('x'))))
      }
    }
    add(100)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    add(2_000)
    collectGarbage()
    expect((process.memoryUsage().heapUsed - before) / 2_000).toBeLessThan(2_000)
  })
})
