import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Test } from '@jest/reporters'
import { warmUp } from './with-usher.ts'

// Its types describe the form that `require` gets.
const require = createRequire(import.meta.url)
const { default: Sequencer } = require('@jest/test-sequencer') as typeof import('@jest/test-sequencer')

/**
 * Unit tests first: they need no server, so the first results come while the servers start. Then the files that use the
 * shared Usher, one after another, so that it can stop before the rest runs.
 */
export default class ServersLast extends Sequencer {
  override sort(files: Test[]): Test[] {
    const longestFirst = super.sort(files) as Test[]
    const unit = longestFirst.filter(isUnit)
    const withUsher = longestFirst.filter((file) => !isUnit(file) && usesSharedUsher(file))
    const rest = longestFirst.filter((file) => !isUnit(file) && !withUsher.includes(file))
    warmUp({ usher: withUsher.map(({ path }) => path), servers: rest.length > 0 })
    return [...unit, ...withUsher, ...rest]
  }
}

const isUnit = ({ path }: Test) => path.includes('/src/')

/** What starts the shared Usher for a file: the function itself, or one that calls it. */
const STARTS_USHER = /\b(?:useSharedUsher|useSharedOwner|describeConformance)\(/

/** Whether a file uses the Usher that all tests of a run share. */
const usesSharedUsher = ({ path }: Test): boolean => STARTS_USHER.test(readFileSync(path, 'utf8'))
