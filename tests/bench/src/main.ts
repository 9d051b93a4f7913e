import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import type { Benchmark, LiveBenchmark, Outcome } from './bench.ts'
import { addGuest } from './benchmarks/add-guest.ts'
import { availability } from './benchmarks/availability/availability.ts'
import { fairLine } from './benchmarks/fair-line/fair-line.ts'
import { gateway } from './benchmarks/gateway/gateway.ts'
import { waitEstimates } from './benchmarks/wait-estimates/wait-estimates.ts'
import { webhooks } from './benchmarks/webhooks/webhooks.ts'
import { wholeGuest } from './benchmarks/whole-guest.ts'
import { cacheFolder, provideServers, runMain, SetupError, temporaryHome } from './local.ts'
import { processors, reportText } from './report.ts'

/** In the order in which they run. */
const BENCHMARKS: readonly Benchmark[] = [
  waitEstimates,
  fairLine,
  gateway,
  addGuest,
  wholeGuest,
  webhooks,
  availability,
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

interface Arguments {
  readonly benchmarks: readonly Benchmark[]
  readonly seconds: number
  readonly rounds: number
  /** Venue files to simulate instead of the ones included. */
  readonly venues: readonly string[]
  /** Seeds of the simulation; none: the usual ones. */
  readonly seeds: readonly number[]
}

/**
 * Parses the arguments: names of benchmarks (all if none is named) and options.
 *
 * @throws SetupError that lists the valid arguments
 */
function readArguments(args: string[]): Arguments {
  const names = BENCHMARKS.map(({ name }) => name)
  const usage = `Usage: npm run bench [-- NAME… --seconds N --rounds N --venue FILE --seed N]\n  NAME: ${names.join(', ')}`
  try {
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
    const unknown = positionals.find((name) => !names.includes(name))
    if (unknown !== undefined) throw new Error(`there is no benchmark called ${unknown}`)
    return {
      benchmarks: BENCHMARKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
      seconds: wholeNumber(values.seconds, MAX),
      rounds: wholeNumber(values.rounds, MAX),
      venues: values.venue,
      seeds: values.seed.map((seed) => wholeNumber(seed, MAX_SEED)),
    }
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\n${usage}`)
  }
}

function wholeNumber(text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${text} is not a whole number from 1 to ${max}`)
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
  console.log(`date: ${new Date().toISOString()}
node: ${process.version}
processors: ${processors()}
load average before: ${loadavg()[0] ?? 0}
seconds: ${seconds}
rounds: ${rounds}
mongodb: ${servers.mongo.source}
rabbitmq: ${servers.rabbit.source}`)
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
