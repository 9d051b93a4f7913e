import { loadavg } from 'node:os'
import { type Arguments, readArguments } from './arguments.ts'
import { type LiveBenchmark, needsServers } from './bench.ts'
import type { Bench } from './bench-context.ts'
import { BENCHMARKS } from './benchmarks/index.ts'
import { dropDatabases, requireEmptyServer } from './database-store.ts'
import { CONNECTIONS } from './load/load.ts'
import { createLoadGenerator } from './load/load-generator.ts'
import { cacheFolder, provideServers, runMain, temporaryHome } from './local.ts'
import { type Conditions, processors, type Report, reportOf, reportText } from './report.ts'

const INTERRUPTED = 130

const log = (line: string) => console.error(line)

/** `npm run bench`: measures Usher against its peers, on its own servers if it needs any. */
await runMain(async ({ signal }) => {
  const options = readArguments(process.argv.slice(2), BENCHMARKS)
  const reports: Report[] = []
  const add = (report: Report) => {
    reports.push(report)
    if (!options.json) console.log(`\n${reportText(report)}`)
  }
  for (const benchmark of options.benchmarks) {
    if (needsServers(benchmark)) continue
    const { rounds, venues, seeds, withOracle } = options
    const outcome = benchmark.compute({ log, signal, rounds, venues, seeds, withOracle })
    add(reportOf(benchmark, outcome))
  }
  const live = options.benchmarks.filter(needsServers)
  const conditions = live.length > 0 ? await runLive(live, options, signal, add) : undefined
  if (options.json) console.log(JSON.stringify({ ...(conditions && { conditions }), reports }, null, 2))
  return reports.flatMap(({ checks }) => checks).every(({ failures }) => failures.length === 0) ? 0 : 1
}, INTERRUPTED)

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
    load: loadavg()[0] ?? 0,
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
