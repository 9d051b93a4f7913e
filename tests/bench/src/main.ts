import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Benchmark, type LiveBenchmark, needsServers } from './bench.ts'
import type { Bench } from './bench-context.ts'
import { addGuest } from './benchmarks/add-guest/add-guest.ts'
import { availability } from './benchmarks/availability/availability.ts'
import { fairLine } from './benchmarks/fair-line/fair-line.ts'
import { gateway } from './benchmarks/gateway.ts'
import { overload } from './benchmarks/overload/overload.ts'
import { waitEstimates } from './benchmarks/wait-estimates/wait-estimates.ts'
import { webhooks } from './benchmarks/webhooks/webhooks.ts'
import { wholeGuestCost } from './benchmarks/whole-guest/whole-guest.ts'
import { dropDatabases, requireEmptyServer } from './database-store.ts'
import { CONNECTIONS } from './load/load.ts'
import { createLoadGenerator } from './load/load-generator.ts'
import { cacheFolder, provideServers, runMain, SetupError, temporaryHome } from './local.ts'
import { type Conditions, processors, type Report, reportOf, reportText } from './report.ts'

/** In the order in which they run. */
const BENCHMARKS: readonly Benchmark[] = [
  waitEstimates,
  fairLine,
  gateway,
  addGuest,
  wholeGuestCost,
  overload,
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
  const reports: Report[] = []
  const add = (report: Report) => {
    reports.push(report)
    if (!options.json) console.log(`\n${reportText(report)}`)
  }
  for (const benchmark of options.benchmarks) {
    if (needsServers(benchmark)) continue
    const { venues, seeds } = options
    add(reportOf(benchmark, benchmark.compute({ log, signal, venues, seeds })))
  }
  const live = options.benchmarks.filter(needsServers)
  const conditions = live.length > 0 ? await runLive(live, options, signal, add) : undefined
  if (options.json) console.log(JSON.stringify({ ...(conditions && { conditions }), reports }, null, 2))
  return reports.flatMap(({ checks }) => checks).every(({ failures }) => failures.length === 0) ? 0 : 1
}, INTERRUPTED)

interface Arguments {
  readonly benchmarks: readonly Benchmark[]
  /** Print one JSON document on standard output, and nothing else there. */
  readonly json: boolean
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
  const usage = `Usage: npm run bench [-- NAME… --json --seconds N --rounds N --venue FILE --seed N]\n  NAME: ${names.join(', ')}`
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
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
      json: values.json,
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
  { json, seconds, rounds }: Arguments,
  signal: AbortSignal,
  add: (report: Report) => void,
): Promise<Conditions> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('bench'))
  const servers = cleanup.use(await provideServers({ home, cache: cacheFolder(), log, signal }))
  await requireEmptyServer(servers.mongo.url)
  cleanup.defer(() => dropDatabases(servers.mongo.url))
  const generator = createLoadGenerator({ folder: home, signal })
  const bench: Bench = { servers, home, generator, seconds, rounds, log, signal }
  const conditions = conditionsOf(bench)
  if (!json) console.log(`${conditionsText(conditions)}\n`)
  for (const benchmark of benchmarks) {
    log(benchmark.title)
    const report = reportOf(benchmark, await benchmark.run(bench))
    await dropDatabases(servers.mongo.url)
    add(report)
  }
  return conditions
}

function conditionsOf({ servers, generator, seconds, rounds }: Bench): Conditions {
  return {
    date: new Date().toISOString(),
    node: process.version,
    processors: processors(),
    'load average before': loadavg()[0] ?? 0,
    generator: generator.name,
    connections: CONNECTIONS,
    seconds,
    rounds,
    mongodb: servers.mongo.source,
    rabbitmq: servers.rabbit.source,
  }
}

function conditionsText(conditions: Conditions): string {
  return Object.entries(conditions)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
