import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chosenNames, wholeNumber } from '../arguments.ts'
import { conditionsText } from '../bench.ts'
import { HOT_PATHS } from '../hot-paths.ts'
import { repository, runMain, SetupError, temporaryHome } from '../local.ts'
import { BLOCK, Measurement, type PreparedPath } from '../measure/operations.ts'
import { startCheckout } from '../usher.ts'
import { checkOut, describeCommit, hasChanges } from './checkout.ts'
import { IDLE, isUndecided, MIN_ROUNDS, type Result, resultsOf, resultsText } from './results.ts'

const INTERRUPTED = 130
const MAX_ROUNDS = 100

const log = (line: string) => console.error(line)

await runMain(async ({ signal }) => {
  if (process.platform !== 'linux') throw new SetupError('The comparison reads /proc, which only Linux has.')
  const { commit, ...options } = readArguments(process.argv.slice(2))
  const older = await describeCommit(commit)
  const present = `${await describeCommit('HEAD')}${(await hasChanges()) ? ' with changes' : ''}`
  const startedMs = performance.now()
  const [load = 0] = loadavg()
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('compare'))
  log(`Checking out ${older}`)
  const folder = await checkOut(commit, cleanup, signal)
  const start = (name: string, from: string) => {
    log(`Starting the ${name} commit`)
    return startCheckout({ name, folder: from, home: join(home, name), signal }, cleanup)
  }
  const theOld = await start('old', folder)
  const theNew = await start('new', repository)
  const results = await measure(new Measurement([theNew, theOld], { log, signal }), options, cleanup)
  const conditions = conditionsText({
    servers: theNew.servers.join(', '),
    'load average before and after': `${load.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}`,
    minutes: ((performance.now() - startedMs) / 60_000).toFixed(1),
  })
  console.log(`# ${present} against ${older}\n\n${conditions}\n${resultsText(results)}`)
  return results.some(({ comparison }) => comparison?.verdict === 'slower') ? 1 : 0
}, INTERRUPTED)

interface Options {
  readonly only: readonly string[]
  readonly rounds: number
}

function readArguments(args: string[]): Options & { readonly commit: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '9' },
    },
  })
  const [commit, ...more] = positionals
  if (commit === undefined || more.length > 0) throw new SetupError('Name one commit to compare with.')
  const names = [...HOT_PATHS.map(({ name }) => name), IDLE]
  const given = values.only.flatMap((list) => list.split(','))
  return {
    commit,
    only: chosenNames(given, names),
    rounds: wholeNumber(values.rounds, MIN_ROUNDS, MAX_ROUNDS),
  }
}

/** Measures the rounds, then up to as many again of the paths whose verdict is still open. */
async function measure(
  measurement: Measurement,
  { only, rounds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Result[]> {
  const chosen = HOT_PATHS.filter(({ name }) => only.includes(name))
  const paths = await measurement.prepare(chosen, cleanup)
  const results = () => resultsOf(measurement, paths).filter(({ name }) => only.includes(name))
  await measurement.measureRounds(paths, rounds)
  for (let more = 0; more < rounds; more += BLOCK) {
    const open = results().filter(({ comparison }) => comparison && isUndecided(comparison))
    if (open.length === 0) break
    const isOpen = ({ path }: PreparedPath) => open.some(({ name }) => name === path.name)
    await measurement.measureRounds(paths.filter(isOpen), Math.min(BLOCK, rounds - more))
  }
  return results()
}
