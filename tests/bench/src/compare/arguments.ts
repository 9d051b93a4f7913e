import { parseArgs } from 'node:util'
import { SetupError } from '../local.ts'
import { MIN_ROUNDS } from './verdict.ts'

export interface CompareArguments {
  /** The older commit, by any name that git knows. */
  readonly commit: string
  /** Names of the paths to compare; all by default. */
  readonly only: readonly string[]
  readonly rounds: number
}

const MAX_ROUNDS = 100
/** The fewest rounds whose interval may exclude the lowest and the highest. */
const DEFAULT_ROUNDS = '9'

/**
 * Parses the arguments of `npm run bench:compare`.
 *
 * @param names all paths that can be compared
 * @throws SetupError that lists the valid arguments
 */
export function readCompareArguments(args: readonly string[], names: readonly string[]): CompareArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        rounds: { type: 'string', default: DEFAULT_ROUNDS },
      },
    })
    const [commit, ...more] = positionals
    if (commit === undefined || more.length > 0) throw new Error('Name one commit to compare with')
    return { commit, only: chosenNames(values.only, names), rounds: roundsOf(values.rounds) }
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\n${usage(names)}`)
  }
}

function chosenNames(given: readonly string[], names: readonly string[]): string[] {
  const chosen = given.flatMap((list) => list.split(',')).filter(Boolean)
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no path called ${unknown}`)
  return names.filter((name) => chosen.length === 0 || chosen.includes(name))
}

function roundsOf(text: string): number {
  const rounds = Number(text)
  if (Number.isInteger(rounds) && rounds >= MIN_ROUNDS && rounds <= MAX_ROUNDS) return rounds
  throw new Error(`${text} is not a whole number from ${MIN_ROUNDS} to ${MAX_ROUNDS}`)
}

const usage = (names: readonly string[]) =>
  `Usage: npm run bench:compare -- COMMIT [--only NAME,NAME] [--rounds N]\n  NAME: ${names.join(', ')}`
