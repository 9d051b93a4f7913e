import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROLES } from '@usher/contracts'
import {
  freePorts,
  ownServers,
  provideMongo,
  repository,
  startOwnRabbit,
  temporaryHome,
  withDatabase,
} from '@usher/local'
import { connectBroker, createLogger, createPublisher } from '@usher/service-kit'
import { type Client, createCallers, serviceClient, until } from '@usher/test-kit'
import mongoose from 'mongoose'

interface Service {
  /** Name of its folder. */
  readonly name: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Runs several replicas of a service on private servers, which tests may damage. */
export async function startReplicas(service: Service) {
  const cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('replicas'))
  const options = ownServers(home)
  const mongo = cleanup.use(await provideMongo({ ...options, ephemeral: true }))
  // Its messages must survive a restart, so it keeps them on disk.
  const rabbit = cleanup.use(await startOwnRabbit(options))
  const callers = createCallers()
  const mongoUrl = withDatabase(mongo.url, `usher_${service.name.replaceAll('-', '_')}`)
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    MONGODB_URL: mongoUrl,
    RABBITMQ_URL: rabbit.url,
    PUBLIC_URL: 'http://usher.test',
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    BOOKING_CODE_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    CALLER_PUBLIC_KEY: Buffer.from(callers.publicKey.export({ type: 'spki', format: 'pem' })).toString(
      'base64',
    ),
    ...service.settings,
  }
  const broker = cleanup.use(await connectBroker(rabbit.url, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  cleanup.defer(() => database.destroy())
  const caller = callers.caller({ scopes: [...ROLES.owner] })
  return {
    organizationId: caller.organization_id,
    rabbitUrl: rabbit.url,
    publisher,
    database,
    async start() {
      const [port = 0] = await freePorts(1)
      const child = startService(service.name, { ...settings, PORT: String(port) })
      cleanup.defer(() => end(child))
      const url = `http://127.0.0.1:${port}`
      await until('a replica', async () => (await fetch(`${url}/readyz`)).ok)
      // Sign each request anew: a token lives a minute, like the gateway's.
      const api: Client = (...request) => serviceClient(url, () => callers.sign(caller))(...request)
      return { api, kill: () => end(child) }
    },
    /** Kills RabbitMQ and restarts it on its old address and data. */
    async restartRabbit() {
      await rabbit.kill()
      await rabbit.restart()
    },
    /** For two seconds there is no primary. */
    async stepDown() {
      await database.getClient().db('admin').command({ replSetStepDown: 2, force: true })
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

function startService(name: string, settings: Readonly<Record<string, string>>): ChildProcess {
  const script = join(repository, 'services', name, 'src/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', script]
  return spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
