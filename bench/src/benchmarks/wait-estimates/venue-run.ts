import { createEntrants, type Role } from './methods.ts'
import type { Scenario } from './scenario.ts'
import { type Accuracy, accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'

/** A method's quotes in one run of a venue, or in several. */
export interface MethodQuotes {
  readonly name: string
  readonly role: Role
  readonly quotes: readonly QuotedWait[]
}

/** How well the methods did in one run, or in several. */
export interface Result {
  readonly label: string
  /** Whether tables decide who is next. A larger bias is accepted then. */
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

export function runVenue(scenario: Scenario, seed: number, withOracle: boolean): MethodQuotes[] {
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

export function resultOf(label: string, byTables: boolean, entries: readonly MethodQuotes[]): Result {
  const ofRole = (...roles: readonly Role[]) => entries.filter(({ role }) => roles.includes(role))
  const bestOf = (some: readonly MethodQuotes[]): Baseline =>
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

/** Where less than this part of a baseline's error can be gained, the share is a matter of chance. */
const MIN_REACHABLE = 0.01

/** Usher's share, in per cent, of the oracle's gain over a baseline; undefined without an oracle, or with hardly any gain. */
export function reachedOf({ usher, oracle }: Result, baseline: Baseline): number | undefined {
  const reachable = oracle ? baseline.error - oracle.error : 0
  if (reachable <= MIN_REACHABLE * baseline.error) return undefined
  return (100 * (baseline.error - usher.error)) / reachable
}
