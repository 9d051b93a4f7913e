import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROLES } from '@usher/contracts'
import { cacheFolder, provideMongo, provideRabbit, repository, withDatabase } from '@usher/local'
import { connectBroker, createLogger, createPublisher } from '@usher/service-kit'
import { createCallers, serviceClient, until } from '@usher/test-kit'
import mongoose from 'mongoose'

interface Service {
  /** Of its folder. */
  readonly name: string
  readonly settings?: Readonly<Record<string, string>>
}

/** A service as several processes on servers of its own, which may be harmed. */
export async function startReplicas(service: Service) {
  const cleanup = new AsyncDisposableStack()
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const home = await mkdtemp(join(parent, 'usher-replicas-'))
  cleanup.defer(() => rm(home, { recursive: true, force: true }))
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  const options = { home, cache: cacheFolder(), log: () => {}, env, ephemeral: true }
  const mongo = cleanup.use(await provideMongo(options))
  // Its messages are to survive a restart, so it keeps them on disk.
  const rabbitOptions = { ...options, ephemeral: false }
  let rabbit = await provideRabbit(rabbitOptions)
  cleanup.defer(() => rabbit.stop())
  const callers = createCallers()
  const mongoUrl = withDatabase(mongo.url, `usher_${service.name.replaceAll('-', '_')}`)
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    MONGODB_URL: mongoUrl,
    RABBITMQ_URL: rabbit.url,
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    CALLER_PUBLIC_KEY: Buffer.from(callers.publicKey.export({ type: 'spki', format: 'pem' })).toString(
      'base64',
    ),
    ...service.settings,
  }
  const broker = cleanup.use(await connectBroker(rabbit.url, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  cleanup.defer(() => database.close())
  const caller = callers.caller({ scopes: [...ROLES.owner] })
  return {
    organizationId: caller.organization_id,
    rabbitUrl: rabbit.url,
    publisher,
    database,
    async start() {
      const port = await freePort()
      const child = startService(service.name, { ...settings, PORT: String(port) })
      cleanup.defer(() => end(child))
      const url = `http://127.0.0.1:${port}`
      await until('a replica', async () => (await fetch(`${url}/readyz`)).ok, 30_000)
      return { api: serviceClient(url, callers.sign(caller)), kill: () => end(child) }
    },
    /** RabbitMQ without warning, and again on its old address and data. */
    async restartRabbit() {
      if (!rabbit.pid) throw new Error('RabbitMQ does not run as a process of ours')
      process.kill(rabbit.pid, 'SIGKILL')
      await rabbit.ended
      await rabbit.stop()
      rabbit = await provideRabbit(rabbitOptions)
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
