import fc from 'fast-check'
import { type JobResult, Lanes } from './lanes.ts'
import { MAX_IN_FLIGHT, type PaceSample, SHARE } from './pace.ts'

const TOTAL = 1_000
const OF_ORGANIZATION = 250

const SIGNS = {
  slow: { durationMs: 200, kind: 'answered' },
  quick: { durationMs: 2, kind: 'answered' },
  failed: { durationMs: 200, kind: 'failed' },
  throttled: { durationMs: 2, kind: 'throttled' },
  silent: { durationMs: 15_000, kind: 'unanswered' },
} as const satisfies Record<string, PaceSample>

interface Started {
  readonly lane: string
  readonly end: (done: JobResult) => void
}

const organizationOf = (lane: string) => lane.split(' ')[0] ?? ''

/** Lanes whose jobs end when the test says so; a job is the name of its lane, "organisation endpoint". */
function givenLanes() {
  const running = new Set<Started>()
  const waiting = new Map<string, number>()
  let now = 1_000_000
  const count = (lane: string, by: number) => waiting.set(lane, (waiting.get(lane) ?? 0) + by)
  const lanes = new Lanes<string>({
    run(lane) {
      count(lane, -1)
      return new Promise((end) => running.add({ lane, end }))
    },
    async giveBack(jobs) {
      for (const lane of jobs) count(lane, -1)
    },
    onRoom() {},
    createGate: () => ({ pass: () => true }),
    now: () => now,
  })
  const add = (lane: string, jobs: number) => {
    count(lane, jobs)
    const facts = { name: lane, organizationId: organizationOf(lane), ratePerSecond: null }
    for (let i = 0; i < jobs; i += 1) void lanes.add(facts, lane)
  }
  const endSome = async (lane: string, jobs: number, sign: PaceSample) => {
    for (const one of [...running].filter((started) => started.lane === lane).slice(0, jobs)) {
      running.delete(one)
      one.end({ sample: sign, written: Promise.resolve() })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const pass = (ms: number) => {
    now += ms
  }
  const runningIn = (lane: string) => [...running].filter((started) => started.lane === lane).length
  const runningOf = (organization: string) =>
    [...running].filter(({ lane }) => organizationOf(lane) === organization).length
  return { lanes, add, endSome, pass, running, runningIn, runningOf, waiting }
}

/** Has a lane borrow as much as it can. */
async function borrow({ add, endSome }: ReturnType<typeof givenLanes>, lane: string, jobs = 1_000) {
  add(lane, jobs)
  for (let i = 0; i < 30; i += 1) await endSome(lane, 10, SIGNS.slow)
}

describe('a slow endpoint with a long backlog', () => {
  test('gets 100 slots while no other endpoint needs any', async () => {
    const given = givenLanes()
    await borrow(given, 'org_1 slow')
    expect(given.runningIn('org_1 slow')).toBe(MAX_IN_FLIGHT)
  })

  test('returns to its share as its attempts end, and other endpoints get slots at once', async () => {
    const given = givenLanes()
    await borrow(given, 'org_1 slow')
    for (let i = 0; i < 15; i += 1) {
      given.add(`org_1 other ${i}`, SHARE)
      expect(given.runningIn(`org_1 other ${i}`)).toBe(SHARE)
    }
    await given.endSome('org_1 slow', MAX_IN_FLIGHT, SIGNS.slow)
    expect(given.runningIn('org_1 slow')).toBe(SHARE)
  })

  test('that hangs with all its borrowed slots leaves other endpoints of the organisation their shares', async () => {
    const given = givenLanes()
    await borrow(given, 'org_1 hung')
    await borrow(given, 'org_1 hung too')
    const borrowed = given.runningOf('org_1') - 2 * SHARE
    expect(borrowed).toBeLessThanOrEqual(OF_ORGANIZATION / 2)
    for (let i = 0; i < 9; i += 1) given.add(`org_1 well ${i}`, 1_000)
    for (let i = 0; i < 9; i += 1) expect(given.runningIn(`org_1 well ${i}`)).toBe(SHARE)
  })
})

describe('an unresponsive endpoint', () => {
  const down = async (given: ReturnType<typeof givenLanes>, lane: string) => {
    given.add(lane, SHARE)
    await given.endSome(lane, SHARE, SIGNS.silent)
    for (let i = 0; i < 6; i += 1) {
      given.pass(60_000)
      given.add(lane, 1)
      await given.endSome(lane, SHARE, SIGNS.silent)
    }
    given.pass(60_000)
  }

  test('is probed by ten concurrent attempts when slots are free', async () => {
    const given = givenLanes()
    await down(given, 'org_1 down')
    given.add('org_1 down', given.lanes.room('org_1 down'))
    expect(given.runningIn('org_1 down')).toBe(10)
  })

  test("is probed by one attempt when half of its organisation's slots are taken", async () => {
    const given = givenLanes()
    await down(given, 'org_1 down')
    for (let i = 0; i < 13; i += 1) given.add(`org_1 other ${i}`, SHARE)
    given.add('org_1 down', given.lanes.room('org_1 down'))
    expect(given.runningIn('org_1 down')).toBe(1)
  })
})

test('borrowed slots never keep another endpoint below its share, for any order of jobs and ends', async () => {
  const step = fc.record({
    lane: fc.tuple(fc.nat(2), fc.nat(30)).map(([organization, n]) => `org_${organization} ${n}`),
    jobs: fc.constantFrom(0, 5, 40, 300),
    ended: fc.integer({ min: 1, max: 60 }),
    sign: fc.constantFrom(...Object.values(SIGNS), SIGNS.slow, SIGNS.slow),
    later: fc.constantFrom(0, 100, 2_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const given = givenLanes()
      const throttled = new Set<string>()
      for (const { lane, jobs, ended, sign, later } of steps) {
        given.pass(later)
        if (sign.kind === 'throttled' || sign.kind === 'unanswered') throttled.add(lane)
        given.add(lane, jobs)
        await given.endSome(lane, ended, sign)
        const shares = (organization: string) =>
          [...given.waiting.keys()]
            .filter((other) => organizationOf(other).startsWith(organization))
            .reduce((sum, other) => sum + Math.min(SHARE, given.runningIn(other)), 0)
        for (const [other, waiting] of given.waiting) {
          const borrowed = Math.max(0, given.runningIn(other) - SHARE)
          expect(borrowed).toBeLessThanOrEqual(MAX_IN_FLIGHT - SHARE)
          if (waiting === 0 || throttled.has(other) || given.runningIn(other) >= SHARE) continue
          const isFull = shares('org_') >= TOTAL / 2 || shares(organizationOf(other)) >= OF_ORGANIZATION / 2
          expect(isFull).toBe(true)
        }
        for (const organization of ['org_0', 'org_1', 'org_2']) {
          expect(given.runningOf(organization) - shares(organization)).toBeLessThanOrEqual(
            OF_ORGANIZATION / 2,
          )
        }
      }
    }),
    { numRuns: 60 },
  )
}, 120_000)
