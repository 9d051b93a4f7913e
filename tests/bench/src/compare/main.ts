import { appendFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { repository, runMain, SetupError, temporaryHome } from '../local.ts'
import { type Conditions, processors } from '../report.ts'
import { type CompareArguments, readCompareArguments } from './arguments.ts'
import { type Commit, checkOut, findCommit, presentCommit } from './checkout.ts'
import type { Pair } from './costs.ts'
import {
  addToManyQueues,
  addToOneQueue,
  addWithPhone,
  availability,
  gatewayAlone,
  getGuest,
  type HotPath,
  IDLE,
  listGuests,
} from './paths.ts'
import { type Result, resultsOf } from './results.ts'
import { measureRounds } from './rounds.ts'
import { createContext } from './run-block.ts'
import { type Side, startSide } from './side.ts'
import { comparisonText } from './table.ts'
import { webhook, wholeGuest } from './webhook-paths.ts'

/** In the order in which they run in every round. */
const HOT_PATHS: readonly HotPath[] = [
  addToOneQueue,
  addToManyQueues,
  addWithPhone,
  getGuest,
  listGuests,
  gatewayAlone,
  availability,
  webhook,
  wholeGuest,
]

const INTERRUPTED = 130

const log = (line: string) => console.error(line)

/** `npm run bench:compare`: says whether the current code uses more CPU time than an older commit. */
await runMain(async ({ signal }) => {
  if (process.platform !== 'linux') throw new SetupError('The comparison reads /proc, which only Linux has.')
  const options = readCompareArguments(process.argv.slice(2), [...HOT_PATHS.map(({ name }) => name), IDLE])
  const commits = { new: await presentCommit(), old: await findCommit(options.commit) }
  const { conditions, results } = await compare(commits, options, signal)
  const text = `# ${nameOf(commits.new)} against ${nameOf(commits.old)}\n\n${comparisonText(conditions, results)}`
  console.log(options.json ? JSON.stringify({ conditions, results }, null, 2) : text)
  if (options.save) log(`Written to ${await save(commits, results)}`)
  return results.some(({ comparison }) => comparison?.verdict === 'slower') ? 1 : 0
}, INTERRUPTED)

async function compare(commits: Pair<Commit>, { only, rounds }: CompareArguments, signal: AbortSignal) {
  const startedMs = performance.now()
  const load = loadavg()[0] ?? 0
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('compare'))
  log(`Checking out ${nameOf(commits.old)}`)
  const { folder } = cleanup.use(await checkOut(commits.old.sha, { log, signal }))
  const start = (name: 'new' | 'old', from: string) => {
    log(`Starting the ${name} side: ${nameOf(commits[name])}`)
    return startSide({ name, folder: from, home: join(home, name), signal })
  }
  const sides = {
    old: cleanup.use(await start('old', folder)),
    new: cleanup.use(await start('new', repository)),
  }
  const context = await createContext(sides, { log, signal, cleanup })
  const paths = HOT_PATHS.filter(({ name }) => only.includes(name))
  const measured = await measureRounds(context, { paths, withIdle: only.includes(IDLE), rounds }, cleanup)
  const results = resultsOf(measured).filter(({ name }) => only.includes(name))
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  return { conditions: conditionsOf(commits, sides, load, minutes), results }
}

function conditionsOf(commits: Pair<Commit>, sides: Pair<Side>, load: number, minutes: string): Conditions {
  const { MongoDB, RabbitMQ } = sides.new.servers
  return {
    date: new Date().toISOString(),
    new: nameOf(commits.new),
    old: nameOf(commits.old),
    node: process.version,
    mongodb: MongoDB,
    rabbitmq: RabbitMQ,
    processors: processors(),
    'load average before and after': `${load.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
    minutes,
  }
}

function nameOf({ sha, subject, isChanged }: Commit): string {
  return `${sha}${isChanged ? ' with changes' : ''} (${subject})`
}

/** Adds a row to the table of the history; returns the path of its file. */
async function save({ new: { sha, isChanged, subject }, old }: Pair<Commit>, results: readonly Result[]) {
  const file = join(repository, 'tests/bench/history.md')
  const day = new Date().toISOString().slice(0, 10)
  const ratios = results.flatMap(({ name, comparison }) =>
    comparison ? [`${name} ${comparison.ratio.toFixed(2)}× ${comparison.verdict}`] : [],
  )
  const cells = [day, `${sha}${isChanged ? ' with changes' : ''}`, old.sha, subject, ratios.join(', ')]
  await appendFile(file, `| ${cells.join(' | ')} |\n`)
  return file
}
