import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from './files.ts'
import { lockHome } from './home-lock.ts'
import { SetupError } from './provided.ts'
import { runMain } from './run-main.ts'
import { provideServers } from './servers.ts'

/**
 * Runs MongoDB and RabbitMQ alone, for tests and tools: prints their addresses as one line of JSON and runs until told
 * to stop.
 *
 * Usage: node deploy/local/src/infra.ts --home FOLDER [--ephemeral]
 */
await runMain(async ({ signal, stopped }) => {
  const { values } = parseArgs({ options: { home: { type: 'string' }, ephemeral: { type: 'boolean' } } })
  if (values.home === undefined) throw new SetupError('Usage: infra.ts --home FOLDER [--ephemeral]')
  const home = resolve(values.home)
  const log = (line: string) => console.error(line)
  await using _lock = await lockHome(home)
  await using servers = await provideServers({
    home,
    cache: cacheFolder(),
    log,
    signal,
    ephemeral: values.ephemeral,
  })
  const { mongo, rabbit } = servers
  console.log(
    JSON.stringify({
      mongodb_url: mongo.url,
      rabbitmq_url: rabbit.url,
      rabbitmq_management_url: rabbit.managementUrl,
      sources: { mongodb: mongo.source, rabbitmq: rabbit.source },
      pids: { mongodb: mongo.pid, rabbitmq: rabbit.pid },
    }),
  )
  await stopped
  return 0
})
