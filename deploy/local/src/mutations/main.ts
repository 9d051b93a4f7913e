import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../processes.ts'
import { SetupError } from '../provided.ts'
import { type MainContext, runMain } from '../run-main.ts'
import { temporaryHome } from '../temporary-home.ts'
import { runJest, USUAL_PROJECTS } from '../testing/jest-run.ts'
import type { TestReport } from '../testing/reporter.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'
import { type FaultOutcome, findingOf, hasFailed, outcomeOf, outcomeTable } from './outcome.ts'
import { copySource, type SourceCopy } from './source-copy.ts'

const INTERRUPTED = 130

/** Some faults make a test wait for something that never happens. */
const TIMEOUT = '--testTimeout=60000'

/**
 * `npm run test:mutations [-- NAME…]`: plants faults one at a time in a copy of the source and runs the tests that
 * should catch each. Parts of names select faults; options (`--maxWorkers=1`) go to Jest.
 */
await runMain(async (context) => {
  const given = process.argv.slice(2)
  const faults = selectFaults(given.filter((arg) => !arg.startsWith('--')))
  const options = given.filter((arg) => arg.startsWith('--'))
  await using cleanup = new AsyncDisposableStack()
  const copy = cleanup.use(await copySource(repository))
  const run = await createRun(copy, options, cleanup, context)
  const tests = [...new Set(faults.flatMap((fault) => fault.tests))]
  console.log(`Running ${tests.length} test files or folders without a fault`)
  if (hasFailed(await run(tests))) throw new SetupError('The tests must pass before faults are planted.')
  const outcomes = await plantEach(faults, copy, run)
  const caught = outcomes.filter(({ verdict }) => verdict === 'caught').length
  console.log(`\n${outcomeTable(outcomes)}\n\n${caught} of ${outcomes.length} faults caught`)
  return caught === outcomes.length ? 0 : 1
}, INTERRUPTED)

/** The faults whose name contains one of the parts; all faults if there are none. */
function selectFaults(parts: readonly string[]): readonly Fault[] {
  const isSelected = ({ name }: Fault) => parts.length === 0 || parts.some((part) => name.includes(part))
  const selected = FAULTS.filter(isSelected)
  if (selected.length === 0) throw new SetupError(`No fault is called ${parts.join(' or ')}.`)
  return selected
}

/** Runs tests in the copy. Shows their output only if they fail without a fault, or miss one. */
type Run = (tests: readonly string[], fault?: Fault) => Promise<TestReport>

async function createRun(
  { path: cwd }: SourceCopy,
  options: readonly string[],
  cleanup: AsyncDisposableStack,
  { signal }: MainContext,
): Promise<Run> {
  const { path: home } = cleanup.use(await temporaryHome('mutations'))
  const { startOnDemand } = await onDemandOf(cwd)
  const { url } = cleanup.use(await startOnDemand({ home, log: console.log, signal }))
  return async (tests, fault) => {
    // The next test that needs an Usher starts one with the fault.
    await fetch(`${url}/usher`, { method: 'DELETE' })
    const log = join(home, 'jest.log')
    await using file = await open(log, 'w')
    const report = await runJest({
      ...{ projects: USUAL_PROJECTS, cwd, home, signal, output: file.fd, env: { TEST_ON_DEMAND_URL: url } },
      args: [...tests, TIMEOUT, ...(fault ? ['--bail=1'] : []), ...options],
    })
    const isAsExpected = fault ? report.failures.length > 0 : !hasFailed(report)
    if (!isAsExpected) console.log(await readFile(log, 'utf8'))
    return report
  }
}

/** What starts servers and an Usher from a copy: one from here would run without its faults. */
async function onDemandOf(copy: string): Promise<typeof import('../testing/on-demand.ts')> {
  return await import(join(copy, 'deploy/local/src/testing/on-demand.ts'))
}

async function plantEach(faults: readonly Fault[], copy: SourceCopy, run: Run): Promise<FaultOutcome[]> {
  const outcomes: FaultOutcome[] = []
  for (const fault of faults) {
    await using _planted = await copy.plant(fault)
    const startedAt = performance.now()
    const report = await run(fault.tests, fault)
    const outcome = outcomeOf(fault, report, (performance.now() - startedAt) / 1000)
    outcomes.push(outcome)
    console.log(`${outcomes.length}/${faults.length} ${fault.name}: ${findingOf(outcome)}`)
  }
  return outcomes
}
