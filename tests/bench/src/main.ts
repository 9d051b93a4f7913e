import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import { chosenNames, wholeNumber } from './arguments.ts'
import type { Bench, Benchmark, Computation, LiveBenchmark, Outcome } from './bench.ts'
import { addGuest } from './benchmarks/add-guest.ts'
import { availability } from './benchmarks/availability/availability.ts'
import { fairLine } from './benchmarks/fair-line/fair-line.ts'
import { gateway } from './benchmarks/gateway.ts'
import { overload } from './benchmarks/overload.ts'
import { store } from './benchmarks/store.ts'
import { waitEstimates } from './benchmarks/wait-estimates/wait-estimates.ts'
import { webhooks } from './benchmarks/webhooks/webhooks.ts'
import { wholeGuest } from './benchmarks/whole-guest.ts'
import { cacheFolder, provideServers, runMain, SetupError, temporaryHome } from './local.ts'
import { conditionsText, reportText } from './report.ts'

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
  const options = readArguments(process.argv.slice(2))
  let failures = 0
  const report = (benchmark: Benchmark, outcome: Outcome) => {
    failures += outcome.checks.reduce((sum, check) => sum + check.failures.length, 0)
    console.log(`\n${reportText(benchmark, outcome)}`)
  }
  for (const benchmark of options.benchmarks)
    if ('compute' in benchmark) report(benchmark, benchmark.compute({ ...options, log, signal }))
  const live = options.benchmarks.filter((benchmark) => 'run' in benchmark)
  if (live.length > 0) await runLive(live, options, signal, report)
  return failures === 0 ? 0 : 1
}, INTERRUPTED)

type Arguments = Pick<Bench, 'seconds' | 'rounds'> &
  Pick<Computation, 'venues' | 'seeds'> & { readonly benchmarks: readonly Benchmark[] }

/**
 * Parses the arguments: names of benchmarks (all if none is named) and options.
 *
 * @throws SetupError for a name or a number that is not valid
 */
function readArguments(args: string[]): Arguments {
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

/** Runs benchmarks on their own servers and leaves nothing behind. */
async function runLive(
  benchmarks: readonly LiveBenchmark[],
  { seconds, rounds }: Arguments,
  signal: AbortSignal,
  report: (benchmark: Benchmark, outcome: Outcome) => void,
): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('bench'))
  const servers = cleanup.use(await provideServers({ home, cache: cacheFolder(), log, signal }))
  const mongo = await mongoose.createConnection(servers.mongo.url).asPromise()
  cleanup.defer(() => mongo.close())
  const stored = await usherDatabases(mongo)
  if (stored.length > 0)
    throw new SetupError(`The benchmarks need a MongoDB of their own; this one has ${stored.join(', ')}.`)
  console.log(
    conditionsText({
      seconds,
      rounds,
      mongodb: servers.mongo.source,
      rabbitmq: servers.rabbit.source,
      'load average before': loadavg()[0],
    }),
  )
  for (const benchmark of benchmarks) {
    log(benchmark.title)
    try {
      await using own = new AsyncDisposableStack()
      report(benchmark, await benchmark.run({ servers, home, seconds, rounds, log, signal }, own))
    } finally {
      for (const name of await usherDatabases(mongo)) await mongo.useDb(name).dropDatabase()
    }
  }
}

/** Databases of Usher's services and of the peers, which a benchmark overwrites and removes. */
async function usherDatabases(mongo: mongoose.Connection): Promise<string[]> {
  const { databases } = await mongo.listDatabases()
  return databases.map(({ name }) => name).filter((name) => name.startsWith('usher_'))
}
