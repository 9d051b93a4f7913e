import { createEntrants, type Role } from './methods.ts'
import type { Scenario } from './scenario.ts'
import { type Accuracy, accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'

/** A method's quotes over a course of a venue, or over several. */
export interface Entry {
  readonly name: string
  readonly role: Role
  readonly quotes: readonly QuotedWait[]
}

/** How well the methods did on a course, or on several. */
export interface Result {
  readonly label: string
  /** Whether tables decide who is next, so that a larger bias is let pass. */
  readonly byTables: boolean
  readonly usher: Accuracy
  readonly best: Baseline
  readonly bestPlain: Baseline
  /** undefined: there was none. */
  readonly oracle: Accuracy | undefined
}

interface Baseline {
  readonly name: string
  readonly error: number
}

export function runCourse(scenario: Scenario, seed: number, withOracle: boolean): Entry[] {
  const entrants = createEntrants()
  const methods = entrants.map(({ method }) => method)
  const quotes = simulate(scenario, seed, methods, { withOracle })
  const entries = entrants.map(({ role, method }, i) => ({
    name: method.name,
    role,
    quotes: quotes[i] ?? [],
  }))
  const oracle = { name: 'oracle', role: 'oracle' as const, quotes: quotes.at(-1) ?? [] }
  return withOracle ? [...entries, oracle] : entries
}

export function resultOf(label: string, byTables: boolean, entries: readonly Entry[]): Result {
  const ofRole = (...roles: readonly Role[]) => entries.filter(({ role }) => roles.includes(role))
  const bestOf = (some: readonly Entry[]): Baseline =>
    some
      .map(({ name, quotes }) => ({ name, error: accuracyOf(quotes).error }))
      .reduce((best, one) => (one.error < best.error ? one : best))
  const [oracle] = ofRole('oracle')
  return {
    label,
    byTables,
    usher: accuracyOf(ofRole('usher')[0]?.quotes ?? []),
    best: bestOf(ofRole('plain', 'learnt')),
    bestPlain: bestOf(ofRole('plain')),
    oracle: oracle && accuracyOf(oracle.quotes),
  }
}

/** Per cent by which Usher's error is below that of the best baseline. */
export const gainOf = ({ usher, best }: Result): number => 100 * (1 - usher.error / best.error)

/** With less to gain than this part of a baseline's error, chance decides on the share that is taken. */
const LEAST_REACHABLE = 0.01

/** Per cent taken of what a baseline leaves to be gained; undefined without an oracle, or if that is next to nothing. */
export function reachedOf({ usher, oracle }: Result, baseline: Baseline): number | undefined {
  const reachable = oracle ? baseline.error - oracle.error : 0
  if (reachable <= LEAST_REACHABLE * baseline.error) return undefined
  return (100 * (baseline.error - usher.error)) / reachable
}
