import { runChecks, summary } from './checks.ts'
import { repository } from './processes.ts'
import { type MainContext, runMain } from './run-main.ts'
import { temporaryHome } from './temporary-home.ts'
import { attackTests } from './testing/attack-tests.ts'
import { type Outcome, outcomeOf, withoutFlakes } from './testing/flaky.ts'
import { isWatching, optionsOf, runJest, type TestProject, USUAL_PROJECTS } from './testing/jest-run.ts'
import { startOnDemand } from './testing/on-demand.ts'
import { type Part, partsTable, timed } from './testing/parts.ts'

const interrupted = 130

const OWN_OPTIONS = ['--all', '--attacks', '--nightly', '--one-process']

/**
 * `npm test`: the checks and the quick tests. `npm run test:all` (`--all`) adds the slow tests, and is what must pass
 * before a change lands; `npm run test:attacks` (`--attacks`) runs only the tests that replay an attack,
 * `npm run test:nightly` (`--nightly`) only those that install much, measure or simulate long. With `--one-process` the
 * shared Usher is one process. Any other arguments go to Jest, and only Jest runs (`npm test -- queue`). The last line is
 * `N passed, N failed`; each check counts as one.
 */
await runMain(async (context) => {
  process.chdir(repository)
  const given = process.argv.slice(2)
  const isOfAttacks = given.includes('--attacks')
  const oneProcess = given.includes('--one-process')
  const own = given.filter((arg) => !OWN_OPTIONS.includes(arg))
  const args = isOfAttacks ? await attackTests(own) : own
  const isNightly = given.includes('--nightly')
  const isWhole = isOfAttacks || given.includes('--all')
  const usual: readonly TestProject[] = isWhole ? [...USUAL_PROJECTS, 'slow'] : USUAL_PROJECTS
  const projects: readonly TestProject[] = isNightly ? ['nightly'] : usual
  const parts: Part[] = []
  const checks =
    args.length === 0 && !isNightly
      ? await timed('checks', parts, () => runChecks(console.log, context.signal))
      : { passed: 0, failed: 0 }
  const tests = await runTests({ projects, args, oneProcess, parts, context })
  if (args.length === 0) console.log(`\n${partsTable(parts)}\n`)
  for (const file of tests.flaky)
    console.log(`FLAKY  ${file} failed at first and passed alone; see both runs above`)
  if (tests.skipped.length > 0) console.log(`${tests.skipped.length} skipped, named above`)
  const total = { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed }
  console.log(summary(total))
  return total.failed === 0 ? 0 : 1
}, interrupted)

interface TestOptions {
  readonly projects: readonly TestProject[]
  readonly args: readonly string[]
  readonly oneProcess: boolean
  readonly parts: Part[]
  readonly context: MainContext
}

/** Runs Jest on its own servers, so that runs at the same time do not interfere. */
async function runTests({
  projects,
  args,
  oneProcess,
  parts,
  context: { signal },
}: TestOptions): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('test'))
  const onDemand = cleanup.use(await startOnDemand({ home, oneProcess, log: console.log, signal }))
  const env = { TEST_ON_DEMAND_URL: onDemand.url }
  const run = (given: readonly string[]) => runJest({ projects, args: given, env, home, signal })
  const first = await timed('tests', parts, () => run(args))
  // In watch mode there is no second run.
  if (isWatching(args)) return outcomeOf(first)
  const alone = (files: readonly string[]) => run([...files, ...optionsOf(args), '--runInBand'])
  const outcome = await withoutFlakes(first, (files) => timed('failed, again', parts, () => alone(files)))
  for (const [name, processorSeconds] of Object.entries(onDemand.processorSeconds())) {
    parts.push({ name, processorSeconds })
  }
  return outcome
}
