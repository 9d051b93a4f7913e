import { loadavg } from 'node:os'
import { join } from 'node:path'
import { HOT_PATHS } from '../hot-paths.ts'
import { repository, runMain, SetupError, temporaryHome } from '../local.ts'
import {
  BLOCK,
  type Context,
  createContext,
  measureRounds,
  type PreparedPath,
  prepare,
} from '../measure/operations.ts'
import { processors } from '../report.ts'
import { startCheckout } from '../usher.ts'
import { type CompareArguments, readCompareArguments } from './arguments.ts'
import { type Commit, checkOut, findCommit, presentCommit } from './checkout.ts'
import { IDLE, type Result, resultsOf, resultsText } from './results.ts'
import { isUndecided } from './verdict.ts'

const INTERRUPTED = 130

const log = (line: string) => console.error(line)

/** `npm run bench:compare`: says whether the current code uses more CPU time than an older commit. */
await runMain(async ({ signal }) => {
  if (process.platform !== 'linux') throw new SetupError('The comparison reads /proc, which only Linux has.')
  const options = readCompareArguments(process.argv.slice(2), [...HOT_PATHS.map(({ name }) => name), IDLE])
  const results = await compare(await presentCommit(), await findCommit(options.commit), options, signal)
  return results.some(({ comparison }) => comparison?.verdict === 'slower') ? 1 : 0
}, INTERRUPTED)

async function compare(present: Commit, older: Commit, options: CompareArguments, signal: AbortSignal) {
  const started = new Date()
  const [load = 0] = loadavg()
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('compare'))
  log(`Checking out ${nameOf(older)}`)
  const { folder } = cleanup.use(await checkOut(older.sha, { log, signal }))
  const start = (name: string, from: string) => {
    log(`Starting the ${name} commit`)
    return startCheckout({ name, folder: from, home: join(home, name), signal }, cleanup)
  }
  const theOld = await start('old', folder)
  const theNew = await start('new', repository)
  const results = await measure(createContext([theNew, theOld], { log, signal }), options, cleanup)
  const minutes = (Date.now() - started.getTime()) / 60_000
  console.log(`# ${nameOf(present)} against ${nameOf(older)}

- date: ${started.toISOString()}
- node: ${process.version}
- ${theNew.servers.join('\n- ')}
- processors: ${processors()}
- load average before and after: ${load.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}
- minutes: ${minutes.toFixed(1)}

${resultsText(results)}
`)
  return results
}

/** Measures the rounds, then up to as many again of the paths whose verdict is still open. */
async function measure(
  context: Context,
  { only, rounds }: CompareArguments,
  cleanup: AsyncDisposableStack,
): Promise<Result[]> {
  const chosen = HOT_PATHS.filter(({ name }) => only.includes(name))
  const paths = await prepare(context, chosen, cleanup)
  const results = () => resultsOf(context, paths).filter(({ name }) => only.includes(name))
  await measureRounds(context, paths, rounds)
  for (let more = 0; more < rounds; more += BLOCK) {
    const open = results().filter(({ comparison }) => comparison && isUndecided(comparison))
    if (open.length === 0) break
    const isOpen = ({ path }: PreparedPath) => open.some(({ name }) => name === path.name)
    await measureRounds(context, paths.filter(isOpen), Math.min(BLOCK, rounds - more))
  }
  return results()
}

function nameOf({ sha, subject, isChanged }: Commit): string {
  return `${sha}${isChanged ? ' with changes' : ''} (${subject})`
}
