import { describe, expect, test } from 'vitest'
import { fixedMinutes } from './baselines.ts'
import { learntMinutes, nearestNeighbours } from './learnt-baselines.ts'
import { accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { counter } from './testing/counter.ts'

const quotesOf = (changes: object): QuotedWait[] =>
  simulate(counter(changes), 5, [], { withOracle: true }).at(-1) ?? []

describe('given an oracle that knows the distributions', () => {
  test('when services are fixed, then it is right to the minute', () => {
    const quotes = quotesOf({ arrivals: [{ from: '09:00', per_hour: 5.5 }] })
    expect(quotes.length).toBeGreaterThan(150)
    for (const { quoted, actual } of quotes) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(0.5)
  })

  test('when services are exponential, then it quotes the median of the Erlang distribution', () => {
    const exponential = { service: { distribution: 'exponential', mean_minutes: 10 } }
    const quotes = quotesOf({ ...exponential, arrivals: [{ from: '09:00', per_hour: 5 }], scored_days: 20 })
    const third = quotes.filter(({ ahead }) => ahead === 2).map(({ quoted }) => quoted)
    expect(third.length).toBeGreaterThan(50)
    // Median of Erlang-3 with a mean of 30 minutes.
    const mean = third.reduce((sum, one) => sum + one, 0) / third.length
    expect(mean).toBeGreaterThan(26)
    expect(mean).toBeLessThan(27.5)
  })

  test('when guests lose patience, then it foresees who leaves before', () => {
    const quotes = quotesOf({
      arrivals: [{ from: '09:00', per_hour: 12 }],
      patience_minutes: 30,
      scored_days: 20,
    })
    expect(Math.abs(accuracyOf(quotes).biasPercent)).toBeLessThan(5)
    expect(accuracyOf(quotes).coveredPercent).toBeGreaterThan(88)
  })

  test('when a boat is late, then it counts from the last', () => {
    const fixed = quotesOf({ departures: { every_minutes: 30, parties: 100 } })
    for (const { quoted, actual } of fixed) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(0.5)
    const varied = quotesOf({ departures: { every_minutes: 30, parties: 100, variation: 0.3 } })
    expect(Math.abs(accuracyOf(varied).biasPercent)).toBeLessThan(10)
  })

  const steady = {
    arrivals: [{ from: '09:00', per_hour: 5.2 }],
    service: { distribution: 'gamma', mean_minutes: 10 },
  }

  test('when a baseline is compared on a steady venue, then none is better', () => {
    const methods = [fixedMinutes(), learntMinutes(), nearestNeighbours()]
    const venue = counter({ ...steady, history_days: 14, scored_days: 28 })
    const errors = simulate(venue, 7, methods, { withOracle: true }).map((quotes) => accuracyOf(quotes).error)
    expect(errors.at(-1)).toBeLessThan(1.01 * Math.min(...errors.slice(0, -1)))
  })

  test('when it is there, then the course and other quotes are the same as without, and it repeats itself', () => {
    const run = (withOracle: boolean) => simulate(counter(steady), 1, [fixedMinutes()], { withOracle })
    expect(run(true)[0]).toEqual(run(false)[0])
    expect(run(true)).toEqual(run(true))
  })
})
