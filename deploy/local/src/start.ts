import { relative } from 'node:path'
import { type Demo, demoFile, firstSteps, seedDemo } from './demo.ts'
import { buildDocsBeside } from './docs-site.ts'
import { cacheFolder } from './files.ts'
import { lockHome } from './home-lock.ts'
import { keepRunning } from './keep-running.ts'
import { provideMongo } from './mongodb.ts'
import { processNames } from './processes.ts'
import type { ProvideOptions } from './provided.ts'
import { provideRabbit } from './rabbitmq.ts'
import { type MainContext, runMain } from './run-main.ts'
import { provideServers, type Servers } from './servers.ts'
import { readOptions, readSettings, type StartSettings } from './settings.ts'
import { ensurePortFree, startStack } from './stack.ts'

const log = (line: string) => console.log(line)

/**
 * `npm start`: runs Usher and everything it needs until Ctrl-C. With `--one-process` the services and the gateway share
 * a process.
 */
await runMain(async (context) => {
  const settings = readSettings()
  const { oneProcess } = readOptions(process.argv.slice(2))
  await using cleanup = new AsyncDisposableStack()
  cleanup.use(await lockHome(settings.home))
  await ensurePortFree(settings.port)

  const servers = await startServers(settings, context, cleanup)
  log(`Starting ${processNames.join(', ')}${oneProcess ? ' in one process' : ''}`)
  const { port, home, nodeEnv, logLevel } = settings
  const stack = cleanup.use(
    await startStack({ ...servers, port, home, nodeEnv, logLevel, oneProcess, log, signal: context.signal }),
  )
  const demo = await seedDemo(home, stack)
  log(`Usher is ready at ${stack.url}`)
  log(welcome(demo, home))
  const docs = buildDocsBeside({ log, signal: context.signal })

  await context.stopped
  log('Stopping')
  await docs
  return 0
})

async function startServers(
  settings: StartSettings,
  { signal }: MainContext,
  cleanup: AsyncDisposableStack,
): Promise<Servers> {
  const options: ProvideOptions = { home: settings.home, cache: cacheFolder(), log, signal }
  const servers = await provideServers(options)
  log(`MongoDB: ${servers.mongo.source}`)
  log(`RabbitMQ: ${servers.rabbit.source}`)
  cleanup.use(keepRunning(servers.mongo, { name: 'MongoDB', log, restart: () => provideMongo(options) }))
  cleanup.use(keepRunning(servers.rabbit, { name: 'RabbitMQ', log, restart: () => provideRabbit(options) }))
  return servers
}

function welcome(demo: Demo | undefined, home: string): string {
  const file = relative(process.cwd(), demoFile(home))
  if (demo === undefined) return `There is no demo organisation in this database (${file} would name it).`
  return [
    '',
    `Dashboard: ${demo.url} (${demo.email}, password ${demo.password})`,
    `Documentation: ${demo.url}/docs`,
    `API key: ${demo.api_key} (all of the demo's credentials: ${file})`,
    '',
    'Try it: create a queue, add a guest, list the guests',
    '',
    firstSteps(demo),
    ...(demo.google_url ? ['', `Calendars to connect, of no real account: ${demo.google_url}`] : []),
    '',
    'Ctrl-C stops everything.',
  ].join('\n')
}
