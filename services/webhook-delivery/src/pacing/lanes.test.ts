import { type JobResult, Lanes } from './lanes.ts'
import type { PaceSample } from './pace.ts'

const QUICK: PaceSample = { durationMs: 1, kind: 'answered' }
const SILENT: PaceSample = { durationMs: 15_000, kind: 'unanswered' }

const lane = (name: string, organizationId = 'org_1') => ({ name, organizationId, ratePerSecond: null })

/** Lanes whose jobs end when the test says so, at a time that it moves. */
function givenLanes() {
  const running = new Map<string, (done: JobResult) => void>()
  const began: string[] = []
  const givenBack: string[] = []
  let gotRoom = 0
  let now = 1_000_000
  const lanes = new Lanes<string>({
    run: (job) => {
      began.push(job)
      return new Promise((resolve) => running.set(job, resolve))
    },
    giveBack: async (jobs) => void givenBack.push(...jobs),
    onRoom: () => {
      gotRoom += 1
    },
    createGate: () => ({ pass: () => true }),
    now: () => now,
  })
  const end = async (job: string, sign = QUICK) => {
    running.get(job)?.({ sample: sign, written: Promise.resolve() })
    running.delete(job)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const endAll = async (sign = QUICK) => {
    while (running.size > 0) for (const job of [...running.keys()]) await end(job, sign)
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { lanes, began, givenBack, running, end, endAll, pass, gotRoom: () => gotRoom }
}

describe('delivery lanes', () => {
  test('run ten jobs of a busy lane and start another lane at once', () => {
    const { lanes, began } = givenLanes()
    for (let i = 0; i < 50; i += 1) void lanes.add(lane('slow'), `slow ${i}`)
    void lanes.add(lane('quick'), 'quick')
    expect(began).toHaveLength(11)
    expect(began.at(-1)).toBe('quick')
    expect([lanes.inFlight, lanes.waiting]).toEqual([11, 40])
  })

  test('run the waiting jobs in order and become idle', async () => {
    const { lanes, began, endAll } = givenLanes()
    const jobs = Array.from({ length: 25 }, (_, i) => String(i))
    for (const job of jobs) void lanes.add(lane('one'), job)
    await endAll()
    await lanes.idle()
    expect(began).toEqual(jobs)
    expect([lanes.inFlight, lanes.waiting]).toEqual([0, 0])
  })

  test('have no room in a full lane until its jobs are done, and announce the room once', async () => {
    const { lanes, endAll, gotRoom } = givenLanes()
    for (let i = 0; i < 5_010; i += 1) void lanes.add(lane('one'), String(i))
    expect([lanes.room('one'), lanes.room('other')]).toEqual([0, 5_000])
    await endAll()
    expect([lanes.room('one'), gotRoom()]).toEqual([5_000, 1])
  })

  test('limit an organisation with 400 hanging lanes to 250 slots, and start another organisation at once', () => {
    const { lanes, running, began } = givenLanes()
    for (let i = 0; i < 400; i += 1) void lanes.add(lane(`lane ${i}`), String(i))
    expect(running.size).toBe(250)
    void lanes.add(lane('other', 'org_2'), 'other')
    expect(began.at(-1)).toBe('other')
  })

  test('take turns between organisations when all 1,000 slots are taken', async () => {
    const { lanes, began, running, end } = givenLanes()
    for (let i = 0; i < 2_000; i += 1) void lanes.add(lane(`lane ${i}`, `org_${i % 5}`), `${i % 5}.${i}`)
    expect(running.size).toBe(1_000)
    for (let i = 0; i < 10; i += 1) await end(began[i] ?? '')
    const turns = began.slice(1_000).map((job) => job[0])
    expect(new Set(turns.slice(0, 5)).size).toBe(5)
  })

  test('give back the waiting jobs when closed, and those added later, and never run them', async () => {
    const { lanes, began, givenBack, endAll } = givenLanes()
    for (let i = 0; i < 12; i += 1) void lanes.add(lane('one'), String(i))
    await lanes.close()
    void lanes.add(lane('one'), '12')
    expect(givenBack).toEqual(['10', '11', '12'])
    await endAll()
    await lanes.idle()
    expect(began).toHaveLength(10)
  })

  test('leave each lane its share while 10,000 jobs wait', () => {
    const { lanes } = givenLanes()
    for (let i = 0; i < 10_400; i += 1) void lanes.add(lane(`hung ${i % 40}`), String(i))
    expect(lanes.waiting).toBe(10_150)
    expect([lanes.room('hung 0'), lanes.room('other')]).toEqual([0, 10])
  })

  test('run the next job while a result is being written, but are not idle until it is written', async () => {
    const { lanes, running } = givenLanes()
    const { promise: written, resolve } = Promise.withResolvers<void>()
    let isIdle = false
    void lanes.add(lane('one'), 'first')
    void lanes.idle().then(() => {
      isIdle = true
    })
    running.get('first')?.({ sample: QUICK, written })
    await new Promise((next) => setImmediate(next))
    expect([lanes.inFlight, isIdle]).toEqual([0, false])
    resolve()
    await lanes.idle()
    expect(isIdle).toBe(true)
  })
})

describe('the lane of an endpoint that does not answer', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  test('gives back its waiting jobs when it begins to rest, and announces room after the rest', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    const { lanes, givenBack, endAll, gotRoom } = givenLanes()
    for (let i = 0; i < 16; i += 1) void lanes.add(lane('down'), String(i))
    await endAll(SILENT)
    // The fifth attempt without an answer shows that it is down.
    expect(givenBack).toEqual(['14', '15'])
    void lanes.add(lane('down'), 'late')
    expect(givenBack).toEqual(['14', '15', 'late'])
    jest.advanceTimersByTime(999)
    expect(gotRoom()).toBe(0)
    jest.advanceTimersByTime(1)
    expect(gotRoom()).toBe(1)
  })

  test('rests after its attempts fail and is probed one attempt at a time, at growing intervals', async () => {
    const { lanes, began, endAll, end, pass } = givenLanes()
    for (let i = 0; i < 10; i += 1) void lanes.add(lane('down'), String(i))
    await endAll(SILENT)
    expect([lanes.room('down'), lanes.resting]).toEqual([0, 1])
    pass(1_000)
    expect(lanes.room('down')).toBe(1)
    void lanes.add(lane('down'), 'probe')
    expect([began.at(-1), lanes.room('down')]).toEqual(['probe', 0])
    await end('probe', SILENT)
    pass(1_500)
    expect(lanes.room('down')).toBe(0)
    pass(500)
    void lanes.add(lane('down'), 'second probe')
    await end('second probe')
    void lanes.add(lane('down'), 'third')
    await end('third')
    expect(lanes.room('down')).toBeGreaterThan(1)
  })
})
