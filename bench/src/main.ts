import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { readArguments } from './arguments.ts'
import type { Bench } from './bench.ts'
import { BENCHMARKS } from './benchmarks/index.ts'
import { dropDatabases, requireEmptyServer } from './databases.ts'
import { CONNECTIONS } from './load/load.ts'
import { createLoadGenerator } from './load/load-generator.ts'
import { cacheFolder, provideServers, repository, runMain } from './local.ts'
import { type Conditions, processors, type Report, reportOf, reportText } from './report.ts'

const INTERRUPTED = 130

const log = (line: string) => console.error(line)

/** `npm run bench`: measures Usher against its peers on servers of its own, and leaves nothing behind. */
await runMain(async ({ signal }) => {
  const { benchmarks, json, seconds, rounds } = readArguments(process.argv.slice(2), BENCHMARKS)
  await using cleanup = new AsyncDisposableStack()
  const home = await temporaryHome()
  cleanup.defer(() => rm(home, { recursive: true, force: true }))
  const servers = cleanup.use(await provideServers({ home, cache: cacheFolder(), log, signal }))
  await requireEmptyServer(servers.mongo.url)
  cleanup.defer(() => dropDatabases(servers.mongo.url))
  const generator = createLoadGenerator({ folder: home, signal })
  const bench: Bench = { servers, home, generator, seconds, rounds, log, signal }
  const conditions = conditionsOf(bench)
  if (!json) console.log(`${conditionsText(conditions)}\n`)

  const reports: Report[] = []
  for (const benchmark of benchmarks) {
    log(benchmark.title)
    const report = reportOf(benchmark, await benchmark.run(bench))
    await dropDatabases(servers.mongo.url)
    reports.push(report)
    if (!json) console.log(`\n${reportText(report)}`)
  }
  if (json) console.log(JSON.stringify({ conditions, reports }, null, 2))
  return reports.flatMap(({ checks }) => checks).every(({ failures }) => failures.length === 0) ? 0 : 1
}, INTERRUPTED)

/** On the disk of the checkout: the system's temporary folder may be in memory, where a commit costs nothing. */
async function temporaryHome(): Promise<string> {
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  return mkdtemp(join(parent, 'usher-bench-'))
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
