import { ProblemError } from '@usher/service-kit'
import { aCaller } from '../../test/support/known-caller.ts'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { Exchange } from '../http/exchange.ts'
import { type CreateLimiter, memoryLimiter } from './limiters.ts'
import { createRateLimits } from './rate-limits.ts'

const anExchange = () =>
  ({ req: { headers: {}, ip: '192.0.2.1' }, limitHeaders: [], caller: undefined }) as unknown as Exchange

/** Limits in memory that are as small as given, by the start of their names. */
function startLimits(sizes: Readonly<Record<string, number>>) {
  const create: CreateLimiter = (name, { requests, seconds }) =>
    memoryLimiter(name, { requests: sizes[name.split(':')[0] ?? ''] ?? requests, seconds })
  const limits = createRateLimits(create)
  return async (caller: KnownCaller) => {
    const exchange = anExchange()
    const problem = await limits
      .admit(exchange, () => caller)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    const code = problem instanceof ProblemError ? problem.code : 'accepted'
    return [code, exchange.limitHeaders[3], exchange.caller === caller]
  }
}

describe('the two limits of a request', () => {
  test('reports the remaining requests of the organisation when it has fewer left than the credential', async () => {
    const admit = startLimits({ organization: 3, 'organization-burst': 1 })
    const one = aCaller({ actor: 'key_1' })
    const other = aCaller({ actor: 'key_2' })
    expect(await admit(one)).toEqual(['accepted', '"organization";r=2;t=60', true])
    expect(await admit(other)).toEqual(['accepted', '"organization";r=1;t=60', true])
    expect(await admit(one)).toEqual(['accepted', '"organization";r=0;t=60', true])
    expect(await admit(other)).toEqual(['accepted', '"organization-burst";r=0;t=600', true])
    expect(await admit(one)).toEqual(['rate_limited', '"organization";r=0;t=60', true])
  })

  test('reports the burst of the organisation when it has used up its rate and the credential has not', async () => {
    const admit = startLimits({
      ...{ credential: 3, 'credential-burst': 3 },
      ...{ organization: 3, 'organization-burst': 3 },
    })
    for (let i = 0; i < 3; i += 1) await admit(aCaller({ actor: 'key_1' }))
    const other = aCaller({ actor: 'key_2' })
    expect(await admit(other)).toEqual(['accepted', '"organization-burst";r=2;t=600', true])
    expect(await admit(other)).toEqual(['accepted', '"organization-burst";r=1;t=600', true])
    expect(await admit(other)).toEqual(['accepted', '"organization-burst";r=0;t=600', true])
  })

  test('requests refused to an exhausted credential do not count against its organisation', async () => {
    const admit = startLimits({
      ...{ credential: 2, 'credential-burst': 1 },
      ...{ organization: 5, 'organization-burst': 1 },
    })
    const greedy = aCaller({ actor: 'key_1' })
    for (let i = 0; i < 3; i += 1) expect((await admit(greedy))[0]).toBe('accepted')
    for (let i = 0; i < 10; i += 1) {
      expect(await admit(greedy)).toEqual(['rate_limited', '"credential";r=0;t=60', true])
    }
    expect((await admit(aCaller({ actor: 'key_2' })))[0]).toBe('accepted')
  })

  test('counts a credential separately for each plan', async () => {
    const admit = startLimits({ credential: 1, 'credential-burst': 1 })
    for (let i = 0; i < 3; i += 1) await admit(aCaller({}))
    expect((await admit(aCaller({})))[0]).toBe('rate_limited')
    expect((await admit(aCaller({ plan: 'development' })))[0]).toBe('accepted')
  })
})

test('reports the network of an address that has less left than the address', async () => {
  const create: CreateLimiter = (name, { requests, seconds }) =>
    memoryLimiter(name, { requests: requests / 100, seconds })
  const { countByAddress } = createRateLimits(create)
  const standingOf = async (ip: string) => {
    const exchange = { req: { headers: {}, ip }, limitHeaders: [] } as unknown as Exchange
    await countByAddress(exchange, 'guests')
    return exchange.limitHeaders[3]
  }
  for (let n = 0; n < 10; n += 1) await standingOf(`2001:db8:0:${(0x100 + n).toString(16)}::1`)
  // Three for each /64, of which one is used, and twelve for the /56, of which eleven are.
  expect(await standingOf('2001:db8:0:110::1')).toBe('"guests";r=1;t=60')
})

describe('attack: send guests’ requests from every /64 of a network', () => {
  test('counts the /56 and the /48 of an address as well', async () => {
    const create: CreateLimiter = (name, { requests, seconds }) =>
      memoryLimiter(name, { requests: requests / 300, seconds })
    const { countByAddress } = createRateLimits(create)
    const from = async (ip: string) => {
      const exchange = { req: { headers: {}, ip }, limitHeaders: [] } as unknown as Exchange
      return await countByAddress(exchange, 'guests').then(
        () => 'accepted',
        (error: unknown) => (error as ProblemError).code,
      )
    }
    const counts = { accepted: 0, rate_limited: 0 } as Record<string, number>
    const sendFrom = async (prefixes: string[]) => {
      for (const prefix of prefixes) {
        const answer = await from(`${prefix}::1`)
        counts[answer] = (counts[answer] ?? 0) + 1
      }
    }
    // One request and a burst of one for each address, four times as many for its /56, sixteen times for its /48.
    await sendFrom(Array.from({ length: 20 }, (_, n) => `2001:db8:0:${(0x100 + n).toString(16)}`))
    expect(counts).toEqual({ accepted: 8, rate_limited: 12 })
    await sendFrom(Array.from({ length: 60 }, (_, n) => `2001:db8:0:${((n + 2) * 0x100).toString(16)}`))
    expect(counts).toEqual({ accepted: 32, rate_limited: 48 })
    expect(await from('2001:db8:1:100::1')).toBe('accepted')
  })
})
