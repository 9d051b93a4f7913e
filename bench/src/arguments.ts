import { parseArgs } from 'node:util'
import type { Benchmark } from './bench.ts'
import { SetupError } from './local.ts'

export interface Arguments {
  readonly benchmarks: readonly Benchmark[]
  /** Print one JSON document on standard output, and nothing else there. */
  readonly json: boolean
  readonly seconds: number
  readonly rounds: number
  /** Venue files for wait-estimates. */
  readonly venues: readonly string[]
  /** Seeds for wait-estimates; none: those in the venue files. */
  readonly seeds: readonly number[]
  /** Whether wait-estimates compares with an oracle, which takes half of its time. */
  readonly withOracle: boolean
}

const MAX = 600
const MAX_SEED = 1_000_000

/**
 * Parses the arguments: names of benchmarks (all if none is named) and options.
 *
 * @throws SetupError that lists the valid arguments
 */
export function readArguments(args: readonly string[], all: readonly Benchmark[]): Arguments {
  const names = all.map(({ name }) => name)
  const usage = `Usage: npm run bench [-- NAME… --json --seconds N --rounds N --venue FILE --seed N --no-oracle]\n  NAME: ${names.join(', ')}`
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '5' },
        venue: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', multiple: true, default: [] },
        'no-oracle': { type: 'boolean', default: false },
      },
    })
    const unknown = positionals.find((name) => !names.includes(name))
    if (unknown !== undefined) throw new Error(`there is no benchmark called ${unknown}`)
    const chosen = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name))
    const [seconds, rounds] = [wholeNumber(values.seconds), wholeNumber(values.rounds)]
    const seeds = values.seed.map((seed) => wholeNumber(seed, MAX_SEED))
    const { json, venue: venues, 'no-oracle': noOracle } = values
    return { benchmarks: chosen, json, seconds, rounds, venues, seeds, withOracle: !noOracle }
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\n${usage}`)
  }
}

function wholeNumber(text: string, max = MAX): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${text} is not a whole number from 1 to ${max}`)
}
