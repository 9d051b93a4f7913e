import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
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
    const withUsher = longestFirst.filter((file) => !isUnit(file) && usesSharedUsher(file.path))
    const rest = longestFirst.filter((file) => !isUnit(file) && !withUsher.includes(file))
    warmUp({ usher: withUsher.map(({ path }) => path), servers: rest.length > 0 })
    return [...unit, ...withUsher, ...rest]
  }
}

const isUnit = ({ path }: Test) => path.includes('/src/')

/** Whether each module read so far imports the Usher that all tests of a run share, itself or by its helpers. */
const imports = new Map<string, boolean>()

function usesSharedUsher(path: string): boolean {
  const known = imports.get(path)
  if (known !== undefined) return known
  imports.set(path, false)
  const modules = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, module = '']) =>
    resolve(path, '..', module),
  )
  const uses = modules.some((module) => module.endsWith('/shared-usher.ts') || usesSharedUsher(module))
  imports.set(path, uses)
  return uses
}

/** An import of a test or its helpers; the product's own modules import no tests. */
const IMPORT = /^(?:import (?!type)|} )[^'\n]*'(\.[^']*(?<!\.json))'/gm
