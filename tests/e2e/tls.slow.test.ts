import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cacheFolder,
  findMongod,
  freePorts,
  mongodArguments,
  mongodEnvironment,
  nodeArguments,
  ownServers,
  provideRabbit,
  startPrivateServer,
  temporaryHome,
} from '@usher/local'
import { createCallers, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { ensureCertificates } from '../../deploy/setup/src/certificate.ts'

const cleanup = new AsyncDisposableStack()
/** Certificate files of the authority that signed the servers' certificates, and of another one with the same name. */
let own: string
let foreign: string
let mongoUrl: string
let rabbitUrl: string

beforeAll(async () => {
  const { path: home } = cleanup.use(await temporaryHome('tls'))
  own = await authority(join(home, 'own'))
  foreign = await authority(join(home, 'foreign'))
  ;[mongoUrl, rabbitUrl] = await Promise.all([startMongo(home), startRabbit(home)])
})
afterAll(() => cleanup.disposeAsync())

async function authority(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await ensureCertificates(['mongo', 'rabbitmq'], { keys: folder, ca: folder })
  return join(folder, 'ca.crt')
}

async function startMongo(home: string): Promise<string> {
  const program = await findMongod({ home, cache: cacheFolder(), log: () => {} })
  const [port = 0] = await freePorts(1)
  const data = join(home, 'data')
  await mkdir(data)
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', join(home, 'own/mongo.pem')]
  const anyClient = ['--tlsCAFile', own, '--tlsAllowConnectionsWithoutCertificates']
  const server = await startPrivateServer({
    name: 'mongod',
    command: program.command,
    args: [...mongodArguments(port, data), ...tls, ...anyClient],
    env: mongodEnvironment(program),
    logFile: join(home, 'mongod.log'),
  })
  cleanup.defer(() => server.stop(1_000))
  const members = [{ _id: 0, host: `localhost:${port}` }]
  await until('a replica set', async () => {
    const direct = { directConnection: true, tls: true, tlsCAFile: own, serverSelectionTimeoutMS: 500 }
    const client = new mongoose.mongo.MongoClient(`mongodb://localhost:${port}`, direct)
    try {
      const { isWritablePrimary } = await client.db('admin').command({ hello: 1 })
      if (!isWritablePrimary) await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } })
      return isWritablePrimary === true
    } finally {
      await client.close()
    }
  })
  return `mongodb://localhost:${port}/usher_queue?replicaSet=rs0&tls=true`
}

/** Returns the address of an additional TLS listener. */
async function startRabbit(home: string): Promise<string> {
  const [port = 0] = await freePorts(1)
  const files = `{certfile, "${home}/own/rabbitmq.crt"}, {keyfile, "${home}/own/rabbitmq.key"}`
  const listener = `{ssl_listeners, [{"127.0.0.1", ${port}}]}, {ssl_options, [${files}, {verify, verify_none}]}`
  await mkdir(join(home, 'rabbitmq'))
  await writeFile(join(home, 'rabbitmq/advanced.config'), `[{rabbit, [${listener}]}].\n`)
  const { DOCKER_HOST: _, ...env } = ownServers(home).env ?? {}
  const rabbit = cleanup.use(await provideRabbit({ ...ownServers(home), env }))
  const { username, password } = new URL(rabbit.urlFor('queue'))
  return `amqps://${username}:${password}@localhost:${port}`
}

/** The queue service, started as in a deployment. */
async function startQueue(settings: Readonly<Record<string, string>>) {
  const [port = 0] = await freePorts(1)
  const publicKey = createCallers().publicKey.export({ type: 'spki', format: 'pem' })
  const child: ChildProcess = spawn(process.execPath, nodeArguments('services/queue/src/main.ts'), {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'warn' },
      ...{ MONGODB_URL: mongoUrl, RABBITMQ_URL: rabbitUrl, PUBLIC_URL: 'https://usher.test' },
      SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      CALLER_PUBLIC_KEY: Buffer.from(publicKey).toString('base64'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanup.defer(() => void child.kill('SIGKILL'))
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said.text += piece))
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return {
    child,
    said,
    isReady: async () => (await get('/readyz')).includes('ready'),
    metrics: () => get('/metrics'),
  }
}

test('a service connects to MongoDB and RabbitMQ over TLS with the right certificate authority', async () => {
  const queue = await startQueue({ NODE_EXTRA_CA_CERTS: own })
  await until('it works', () => queue.isReady())
  await until('a connection to the broker', async () =>
    /^usher_broker_connected\S* 1$/m.test(await queue.metrics()),
  )
  queue.child.kill('SIGTERM')
  const [code] = await once(queue.child, 'exit')
  expect(code).toBe(0)
})

test("a service does not start when MongoDB's certificate is of another authority", async () => {
  const queue = await startQueue({ NODE_EXTRA_CA_CERTS: foreign })
  const [code] = await once(queue.child, 'exit')
  expect(code).not.toBe(0)
  expect(queue.said.text).toMatch(/certificate|unable to verify/)
})

test("a service runs without the broker when the broker's certificate is of another authority", async () => {
  const queue = await startQueue({
    NODE_EXTRA_CA_CERTS: foreign,
    MONGODB_URL: `${mongoUrl}&tlsCAFile=${encodeURIComponent(own)}`,
  })
  await until('it says so', () =>
    /the broker cannot be reached.*(certificate|unable to verify)/s.test(queue.said.text),
  )
  await until('it works', () => queue.isReady())
  expect(await queue.metrics()).toMatch(/^usher_broker_connected\S* 0$/m)
  queue.child.kill('SIGTERM')
  await once(queue.child, 'exit')
})
