import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { ProgressReporter } from './reporter.ts'

/**
 * Unit tests first: they need no server, so the first results come while the servers start. Then the files that use the
 * shared Usher, one after another, so that it can stop before the rest runs.
 *
 * @param reporter is told which files use the shared Usher
 */
export const serversLast = (reporter: Pick<ProgressReporter, 'releaseUsherAfter'>) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const longestFirst = await super.sort(files)
      const unit = longestFirst.filter(isUnit)
      const withUsher = longestFirst.filter((file) => !isUnit(file) && usesSharedUsher(file))
      const rest = longestFirst.filter((file) => !isUnit(file) && !withUsher.includes(file))
      reporter.releaseUsherAfter(withUsher.map(({ moduleId }) => moduleId))
      void warmUp({ usher: withUsher.length > 0, servers: rest.length > 0 })
      return [...unit, ...withUsher, ...rest]
    }
  }

const isUnit = ({ moduleId }: TestSpecification) => moduleId.includes('/src/')

/** What starts the shared Usher for a file: the function itself, or one that calls it. */
const STARTS_USHER = /\b(?:useSharedUsher|useSharedOwner|describeConformance)\(/

/** Whether a file uses the Usher that all tests of a run share. */
const usesSharedUsher = ({ moduleId }: TestSpecification): boolean =>
  STARTS_USHER.test(readFileSync(moduleId, 'utf8'))

/**
 * Starts the servers that the files will need, without waiting. A file that needs them waits for them and sees a
 * failure.
 */
async function warmUp(needs: { readonly usher: boolean; readonly servers: boolean }): Promise<void> {
  const url = process.env.TEST_ON_DEMAND_URL
  if (!url || !(needs.usher || needs.servers)) return
  await fetch(`${url}/${needs.usher ? 'usher' : 'servers'}`, { method: 'POST' }).catch(() => {})
}
