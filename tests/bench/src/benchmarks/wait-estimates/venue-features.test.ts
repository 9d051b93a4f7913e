import type { Guest, Method, Moment } from './method.ts'
import { simulate } from './simulate.ts'
import { counter } from './testing.ts'

const DAY = 24 * 60
const busy = { arrivals: [{ from: '09:00', per_hour: 8 }] }

interface Call {
  readonly what: 'quoted' | 'started' | 'left' | 'absent'
  readonly guest: Guest
  readonly moment: Moment
  readonly minute: number
  readonly ahead?: number
}

/** A method that quotes 0 and records its calls. */
function recorder() {
  const calls: Call[] = []
  const record = (what: Call['what']) => (guest: Guest, moment: Moment, ahead?: number) => {
    const minute = moment.now % (24 * 60)
    calls.push({ what, guest, moment, minute, ...(ahead !== undefined && { ahead }) })
  }
  const method: Method = {
    name: 'recorder',
    quote(guest, moment) {
      record('quoted')(guest, moment)
      return { quoted: 0 }
    },
    started: record('started'),
    left: record('left'),
    absent: record('absent'),
  }
  return { method, of: (what: Call['what']) => calls.filter((call) => call.what === what) }
}

function run(changes: object) {
  const { method, of } = recorder()
  const [waits = []] = simulate(counter(changes), 1, [method])
  return { of, waits, actual: waits.map(({ actual }) => actual) }
}

describe('opening hours and capacity of a simulated venue', () => {
  test('guests of a venue open past midnight come on the next day, in its hours of the week', () => {
    const { of } = run({
      ...{ opens: '18:00', closes: '02:00', scored_days: 7 },
      arrivals: [
        { from: '18:00', per_hour: 3 },
        { from: '00:00', per_hour: 12 },
      ],
      lanes: [{ from: '18:00', lanes: 1 }],
    })
    const late = of('quoted').filter(({ minute }) => minute < 120)
    expect(late.length).toBeGreaterThan(of('quoted').length / 3)
    for (const { moment, minute } of late) {
      expect(moment.closesIn).toBeCloseTo(120 - minute)
      expect(moment.hour).toBe(Math.floor(moment.now / 60) % 168)
    }
    expect(late.some(({ moment }) => moment.hour < 2)).toBe(true)
  })

  test('lanes and setting change only on the weekdays of a step', () => {
    const lanes = [
      { from: '09:00', lanes: 1 },
      { from: '09:00', lanes: 3, days: ['tue', 'sun'] },
    ]
    const { of, waits } = run({ ...busy, lanes, scored_days: 14 })
    const more = of('quoted').filter(({ moment }) => moment.lanes === 3)
    expect(new Set(more.map(({ moment }) => Math.floor(moment.now / DAY)))).toEqual(new Set([1, 6, 8, 13]))
    expect(Math.max(...waits.map(({ actual }) => actual))).toBeGreaterThan(60)
    expect(Math.max(...run({ ...busy, lanes: [{ from: '09:00', lanes: 3 }] }).actual)).toBeLessThan(15)
  })

  test('a venue without lanes takes no guest, and its setting stays at one lane or more', () => {
    const lanes = [
      { from: '09:00', lanes: 2 },
      { from: '12:00', lanes: 0 },
      { from: '13:00', lanes: 2 },
    ]
    const { of } = run({ ...busy, lanes })
    expect(of('started').filter(({ minute }) => minute > 720 && minute < 780)).toEqual([])
    expect(of('started').filter(({ minute }) => minute === 780).length).toBe(10)
    expect(Math.min(...of('quoted').map(({ moment }) => moment.lanes))).toBe(1)
  })

  test('services take twice as long each week with a weekly drift of 2', () => {
    const { of } = run({ arrivals: [{ from: '09:00', per_hour: 30 }], drift_per_week: 2, scored_days: 15 })
    const startsOn = (day: number) =>
      of('started').filter(({ moment }) => Math.floor(moment.now / DAY) === day).length
    expect(startsOn(0)).toBe(48)
    expect(startsOn(7)).toBe(24)
    expect(startsOn(14)).toBe(12)
  })

  test('a boat with room for 10 people takes parties in order until one does not fit', () => {
    const parties = [
      { size: 1, weight: 1 },
      { size: 4, weight: 1 },
    ]
    const arrivals = [{ from: '09:00', per_hour: 30 }]
    const { of } = run({ arrivals, parties, departures: { every_minutes: 30, people: 10 }, scored_days: 1 })
    const boats = Map.groupBy(of('started'), ({ minute }) => minute)
    expect(boats.size).toBe(15)
    for (const boat of boats.values()) {
      const people = boat.reduce((sum, { guest }) => sum + guest.size, 0)
      expect(people).toBeLessThanOrEqual(10)
      expect(people).toBeGreaterThan(6)
    }
    const joined = of('started').map(({ guest }) => guest.joined)
    expect(joined).toEqual(joined.toSorted((a, b) => a - b))
  })
})

describe('simulated guests who do not wait their turn', () => {
  test('guests with priority are taken ahead of guests who joined before', () => {
    const { of } = run({ ...busy, priority_share: 0.2 })
    const { of: without } = run(busy)
    const passing = of('started').filter(({ guest, moment }) =>
      moment.line.some(({ joined }) => joined < guest.joined),
    )
    expect(passing.length).toBeGreaterThan(10)
    // Those whom they passed were behind them by then.
    for (const { ahead } of passing) expect(ahead).toBe(0)
    expect(
      without('started').every(({ guest, moment }) => moment.line.every((one) => one.joined > guest.joined)),
    ).toBe(true)
  })

  test('a lane is kept for the grace time when the called guest does not come, who is not scored', () => {
    const { of, waits } = run({
      arrivals: [{ from: '09:00', per_hour: 30 }],
      no_shows: { share: 1, grace_minutes: 4 },
      scored_days: 1,
    })
    expect(waits).toEqual([])
    const started = of('started').map(({ moment }) => moment.now)
    const absent = of('absent').flatMap(({ moment }) => (moment.closesIn > 0 ? [moment.now] : []))
    expect(absent.length).toBeGreaterThan(50)
    for (const [i, now] of absent.entries()) {
      expect(now).toBeCloseTo((started[i] ?? 0) + 4)
      expect(started[i + 1] ?? now).toBeGreaterThanOrEqual(now)
    }
  })

  test('guests who leave without telling stay listed until called, and then take no time', () => {
    const venue = { arrivals: [{ from: '09:00', per_hour: 10 }], patience_minutes: 20 }
    const { of, waits } = run({ ...venue, silent_share: 1 })
    const open = of('left').filter(({ minute }) => minute < 17 * 60)
    expect(open).toEqual([])
    expect(of('absent').length).toBeGreaterThan(30)
    expect(waits.length + of('absent').length).toBe(of('started').length)
    const gone = new Set(of('absent').map(({ guest }) => guest))
    const starts = of('started')
    const next = starts.flatMap(({ guest, moment }, i) => {
      const after = starts[i + 1]
      return gone.has(guest) && after && moment.line.length > 0 ? [after.moment.now - moment.now] : []
    })
    expect(next.length).toBeGreaterThan(10)
    expect(Math.max(...next)).toBe(0)
    expect(run(venue).of('left').length).toBeGreaterThan(30)
  })
})

describe('simulated staff who enter starts late', () => {
  test('starts entered in rounds reach methods late, and the scored waits are the true ones', () => {
    const { of, actual } = run({ ...busy, late_entry: { every_minutes: 15 } })
    expect(of('started').every(({ minute }) => minute % 15 === 0)).toBe(true)
    const listed = of('quoted').map(({ moment }) => moment.line.length)
    expect(actual).toEqual(run(busy).actual)
    const truly = run(busy)
      .of('quoted')
      .map(({ moment }) => moment.line.length)
    expect(listed.every((length, i) => length >= (truly[i] ?? 0))).toBe(true)
    expect(listed).not.toEqual(truly)
  })

  test('starts are entered late only on the given share of days', () => {
    const { of } = run({ ...busy, late_entry: { every_minutes: 15, share_of_days: 0.5 }, scored_days: 20 })
    const days = Map.groupBy(of('started'), ({ moment }) => Math.floor(moment.now / DAY))
    const late = [...days.values()].filter((starts) => starts.every(({ minute }) => minute % 15 === 0))
    expect(late.length).toBeGreaterThan(4)
    expect(late.length).toBeLessThan(16)
  })

  test('starts and leavers during an outage are entered at its end', () => {
    const outage = { from: '11:00', to: '12:00', share_of_days: 1 }
    const venue = { ...busy, patience_minutes: 30 }
    const { of, actual } = run({ ...venue, outage })
    const within = [...of('started'), ...of('left')].filter(({ minute }) => minute >= 660 && minute < 720)
    expect(within).toEqual([])
    expect(of('started').filter(({ minute }) => minute === 720).length).toBeGreaterThan(20)
    expect(of('left').filter(({ minute }) => minute === 720).length).toBeGreaterThan(0)
    expect(of('quoted').some(({ minute }) => minute > 660 && minute < 720)).toBe(true)
    expect(actual).toEqual(run(venue).actual)
  })

  test('quotes are not renewed for guests who were taken but are still listed', () => {
    const asked = (changes: object) => {
      let times = 0
      const requote = () => {
        times += 1
        return { quoted: 0 }
      }
      simulate(counter({ ...busy, ...changes }), 1, [{ ...recorder().method, requote }])
      return times
    }
    const truly = asked({})
    expect(truly).toBeGreaterThan(1000)
    expect(asked({ outage: { from: '11:00', to: '12:00', share_of_days: 1 } })).toBe(truly)
  })
})
