import { runChecks, summary, type Tally } from './checks.ts'
import { cacheFolder } from './files.ts'
import { runJest } from './jest-run.ts'
import { repository } from './processes.ts'
import { type MainContext, runMain } from './run-main.ts'
import { provideServers, type Servers } from './servers.ts'
import { temporaryHome } from './temporary-home.ts'

const interrupted = 130

/**
 * `npm test`: everything that must pass before a change lands. With arguments only jest, which gets
 * them (`npm test -- queue`). The last line is `N passed, N failed`; each check counts as one.
 */
await runMain(async (context) => {
  process.chdir(repository)
  const args = process.argv.slice(2)
  const checks = args.length === 0 ? await runChecks(console.log, context.signal) : { passed: 0, failed: 0 }
  const tests = await runTests(args, context)
  const total = { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed }
  console.log(summary(total))
  return total.failed === 0 ? 0 : 1
}, interrupted)

/** Jest on a MongoDB and a RabbitMQ of its own, so that runs at the same time do not meet. */
async function runTests(args: readonly string[], { signal }: MainContext): Promise<Tally> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('test'))
  const servers = cleanup.use(
    await provideServers({ home, cache: cacheFolder(), log: console.log, signal, ephemeral: true }),
  )
  console.log(`MongoDB: ${servers.mongo.source}; RabbitMQ: ${servers.rabbit.source}`)
  // Awaited here, for the servers stop when this function is left.
  return await runJest({ args, env: environmentOf(servers), home, signal })
}

function environmentOf({ mongo, rabbit }: Servers): Record<string, string> {
  return {
    TEST_MONGODB_URL: mongo.url,
    TEST_RABBITMQ_URL: rabbit.url,
    ...(rabbit.managementUrl === undefined ? {} : { TEST_RABBITMQ_MANAGEMENT_URL: rabbit.managementUrl }),
  }
}
