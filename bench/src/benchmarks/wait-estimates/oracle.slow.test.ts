import { fixedMinutes } from './baselines.ts'
import { learntMinutes, nearestNeighbours } from './learnt-baselines.ts'
import { accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { counter } from './testing/counter.ts'

const quotesOf = (changes: object): QuotedWait[] =>
  simulate(counter(changes), 5, [], { withOracle: true }).at(-1) ?? []

describe('the oracle, which knows the distributions', () => {
  test('quotes fixed services to the minute', () => {
    const quotes = quotesOf({ arrivals: [{ from: '09:00', per_hour: 5.5 }] })
    expect(quotes.length).toBeGreaterThan(150)
    for (const { quoted, actual } of quotes) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(0.5)
  })

  test('quotes exponential services with the median of the Erlang distribution', () => {
    const quotes = quotesOf({
      opens: '00:00',
      closes: '23:59',
      service: { distribution: 'exponential', mean_minutes: 10 },
      arrivals: [{ from: '00:00', per_hour: 4.5 }],
    })
    const third = quotes.filter(({ ahead }) => ahead === 2).map(({ quoted }) => quoted)
    expect(third.length).toBeGreaterThan(50)
    // Median of Erlang-3 with a mean of 30 minutes.
    const mean = third.reduce((sum, one) => sum + one, 0) / third.length
    expect(mean).toBeGreaterThan(26)
    expect(mean).toBeLessThan(27.5)
  })

  test('quotes without much bias when guests ahead lose patience', () => {
    const quotes = quotesOf({
      arrivals: [{ from: '09:00', per_hour: 12 }],
      patience_minutes: 30,
      scored_days: 20,
    })
    expect(Math.abs(accuracyOf(quotes).biasPercent)).toBeLessThan(5)
    expect(accuracyOf(quotes).coveredPercent).toBeGreaterThan(88)
  })

  test('counts from the last departure when the next boat is late', () => {
    const fixed = quotesOf({ departures: { every_minutes: 30, parties: 100 } })
    for (const { quoted, actual } of fixed) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(0.5)
    const varied = quotesOf({ departures: { every_minutes: 30, parties: 100, variation: 0.3 } })
    expect(Math.abs(accuracyOf(varied).biasPercent)).toBeLessThan(10)
  })

  const rough = {
    arrivals: [{ from: '09:00', per_hour: 5.2 }],
    service: { distribution: 'gamma', mean_minutes: 10 },
    scored_days: 40,
  }

  test.each([
    ['others go ahead', { priority_share: 0.3 }],
    [
      'some do not come',
      { no_shows: { share: 0.3, grace_minutes: 4 }, arrivals: [{ from: '09:00', per_hour: 6.5 }] },
    ],
    [
      'some leave without telling',
      { patience_minutes: 40, silent_share: 0.8, arrivals: [{ from: '09:00', per_hour: 7 }] },
    ],
    ['starts are entered late', { late_entry: { every_minutes: 15 } }],
    ['a boat takes so many people', { departures: { every_minutes: 30, people: 3, variation: 0.2 } }],
    ['services have a heavy tail', { service: { distribution: 'pareto', mean_minutes: 8, tail: 1.5 } }],
  ])('has about nine of ten waits within its range when %s', (_what, changes) => {
    const { coveredPercent } = accuracyOf(
      quotesOf({ ...rough, ...changes }).filter(({ actual }) => actual > 0),
    )
    expect(coveredPercent).toBeGreaterThan(85)
    expect(coveredPercent).toBeLessThan(96)
  })

  test('does not count guests who left without telling', () => {
    const leavers = { patience_minutes: 20, silent_share: 1, scored_days: 20 }
    const quotes = quotesOf({ ...leavers, arrivals: [{ from: '09:00', per_hour: 12 }] })
    expect(quotes.length).toBeGreaterThan(500)
    expect(Math.abs(accuracyOf(quotes).biasPercent)).toBeLessThan(5)
  })

  test('knows how long a lane is kept for a guest who does not come', () => {
    const half = { no_shows: { share: 0.5, grace_minutes: 4 }, arrivals: [{ from: '09:00', per_hour: 4 }] }
    const quotes = quotesOf({ ...half, scored_days: 20 }).filter(({ ahead }) => ahead === 0)
    expect(quotes.filter(({ actual }) => actual > 0).length).toBeGreaterThan(20)
    for (const { quoted, actual } of quotes) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(0.5)
  })

  const steady = {
    arrivals: [{ from: '09:00', per_hour: 5.2 }],
    service: { distribution: 'gamma', mean_minutes: 10 },
  }

  test('is at least as good as every baseline at a steady venue', () => {
    const methods = [fixedMinutes(), learntMinutes(), nearestNeighbours()]
    const venue = counter({ ...steady, history_days: 14, scored_days: 28 })
    const errors = simulate(venue, 7, methods, { withOracle: true }).map((quotes) => accuracyOf(quotes).error)
    expect(errors.at(-1)).toBeLessThan(1.01 * Math.min(...errors.slice(0, -1)))
  })

  test('cannot quote well on a slow day before a service has ended', () => {
    const quotes = quotesOf({ day_variation: 0.8, scored_days: 1 })
    const errors = quotes.map(({ quoted, actual }) => Math.abs(quoted - actual))
    expect(Math.max(...errors.slice(0, 3))).toBeGreaterThan(2)
    expect(errors.length).toBeGreaterThan(20)
    for (const error of errors.slice(10)) expect(error).toBeLessThanOrEqual(0.5)
  })

  test('changes neither the simulation nor other quotes, and repeats itself', () => {
    const run = (withOracle: boolean) => simulate(counter(steady), 1, [fixedMinutes()], { withOracle })
    expect(run(true)[0]).toEqual(run(false)[0])
    expect(run(true)).toEqual(run(true))
  })
})
