import { createBaselines } from './baselines.ts'
import type { Scenario } from './scenario.ts'
import { type Accuracy, accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { usherMethod } from './usher-method.ts'

/** A method's quotes in one run of a venue, or in several. */
export interface MethodQuotes {
  readonly name: string
  readonly quotes: readonly QuotedWait[]
}

/** How well the methods did in one run, or in several. */
export interface Result {
  readonly label: string
  /** Whether tables decide who is next. A larger bias is accepted then. */
  readonly byTables: boolean
  readonly usher: Accuracy
  /** The baseline with the smallest error. */
  readonly best: { readonly name: string; readonly error: number }
}

/** The quotes of all methods, Usher's first. */
export function runVenue(scenario: Scenario, seed: number): MethodQuotes[] {
  const methods = [usherMethod(), ...createBaselines()]
  const quotes = simulate(scenario, seed, methods)
  return methods.map(({ name }, i) => ({ name, quotes: quotes[i] ?? [] }))
}

/** @param methods Usher's first */
export function resultOf(label: string, byTables: boolean, methods: readonly MethodQuotes[]): Result {
  const [usher, ...baselines] = methods
  const best = baselines
    .map(({ name, quotes }) => ({ name, error: accuracyOf(quotes).error }))
    .reduce((least, one) => (one.error < least.error ? one : least))
  return { label, byTables, usher: accuracyOf(usher?.quotes ?? []), best }
}

/** Per cent by which Usher's error is below that of the best baseline. */
export const gainOf = ({ usher, best }: Result): number => 100 * (1 - usher.error / best.error)
