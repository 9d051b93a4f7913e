import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import { chosenNames, wholeNumber } from './arguments.ts'
import { type Benchmark, conditionsText, reportText } from './bench.ts'
import { addGuest } from './benchmarks/add-guest.ts'
import { availability } from './benchmarks/availability.ts'
import { fairLine } from './benchmarks/fair-line/fair-line.ts'
import { gateway } from './benchmarks/gateway.ts'
import { overload } from './benchmarks/overload.ts'
import { store } from './benchmarks/store.ts'
import { waitEstimates } from './benchmarks/wait-estimates/wait-estimates.ts'
import { webhooks } from './benchmarks/webhooks.ts'
import { wholeGuest } from './benchmarks/whole-guest.ts'
import { cacheFolder, provideServers, runMain, SetupError, temporaryHome } from './local.ts'

/** In the order in which they run. */
const BENCHMARKS: readonly Benchmark[] = [
  waitEstimates,
  fairLine,
  gateway,
  addGuest,
  wholeGuest,
  webhooks,
  availability,
  overload,
  store,
]

const INTERRUPTED = 130
const MAX = 600
const MAX_SEED = 1_000_000

const log = (line: string) => console.error(line)

/** `npm run bench`: measures Usher against its peers, on its own servers if it needs any. */
await runMain(async ({ signal }) => {
  const { benchmarks, ...options } = readArguments(process.argv.slice(2))
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('bench'))
  const start = async () => {
    const servers = cleanup.use(await provideServers({ home, cache: cacheFolder(), log, signal }))
    const mongo = await mongoose.createConnection(servers.mongo.url).asPromise()
    cleanup.defer(() => mongo.close())
    const stored = await usherDatabases(mongo)
    if (stored.length > 0)
      throw new SetupError(`The benchmarks need a MongoDB of their own; this one has ${stored.join(', ')}.`)
    const { seconds, rounds } = options
    const [mongodb, rabbitmq, load] = [servers.mongo.source, servers.rabbit.source, loadavg()[0]]
    console.log(conditionsText({ seconds, rounds, mongodb, rabbitmq, 'load average before': load }))
    return { servers, mongo }
  }
  let started: ReturnType<typeof start> | undefined
  const servers = async () => {
    started ??= start()
    return (await started).servers
  }
  let failures = 0
  for (const benchmark of benchmarks) {
    log(benchmark.title)
    try {
      await using own = new AsyncDisposableStack()
      const outcome = await benchmark.run({ ...options, servers, home, log, signal }, own)
      failures += outcome.checks.flatMap((check) => check.failures).length
      console.log(`\n${reportText(benchmark, outcome)}`)
    } finally {
      const mongo = (await started)?.mongo
      if (mongo) for (const name of await usherDatabases(mongo)) await mongo.useDb(name).dropDatabase()
    }
  }
  return failures === 0 ? 0 : 1
}, INTERRUPTED)

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      venue: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', multiple: true, default: [] },
    },
  })
  const names = chosenNames(
    positionals,
    BENCHMARKS.map(({ name }) => name),
  )
  return {
    benchmarks: BENCHMARKS.filter(({ name }) => names.includes(name)),
    seconds: wholeNumber(values.seconds, 1, MAX),
    rounds: wholeNumber(values.rounds, 1, MAX),
    venues: values.venue,
    seeds: values.seed.map((seed) => wholeNumber(seed, 1, MAX_SEED)),
  }
}

/** Databases of Usher's services and of the peers, which a benchmark overwrites and removes. */
async function usherDatabases(mongo: mongoose.Connection): Promise<string[]> {
  const { databases } = await mongo.listDatabases()
  return databases.map(({ name }) => name).filter((name) => name.startsWith('usher_'))
}
