import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { GenericContainer, StartedTestContainer } from 'testcontainers'
import { initiateReplicaSet } from './mongo-replica-set.ts'
import type { Provided, ProvideOptions } from './provided.ts'

export const images = { mongo: 'mongo:8.0.17', rabbit: 'rabbitmq:4.1.4-management' }

/** Where an engine listens when no environment variable says otherwise. */
const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')]

/** MongoDB in a container, or undefined when no Docker engine answers or it cannot run the image. */
export function dockerMongo(options: ProvideOptions): Promise<Provided | undefined> {
  return unlessRefused(runMongo(options), images.mongo, options)
}

async function runMongo(options: ProvideOptions): Promise<Provided | undefined> {
  const container = await newContainer(images.mongo, options)
  if (container === undefined) return undefined
  const started = await container
    .withCommand(['--replSet', 'rs0', '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.5'])
    .withBindMounts(volumes(options, 'mongodb', '/data/db'))
    .withExposedPorts(27017)
    .start()
  const port = started.getMappedPort(27017)
  const { signal, ephemeral } = options
  const member = '127.0.0.1:27017'
  await initiateReplicaSet({ port, member, hasEnded: () => false, signal, ephemeral })
  // The member's own host name is valid only inside the container.
  return provided(started, `mongodb://127.0.0.1:${port}/?directConnection=true`, images.mongo)
}

interface Login {
  readonly user: string
  readonly password: string
}

type DockerRabbit = Provided & { readonly managementUrl: string }

/** RabbitMQ in a container with its management API, or undefined as for `dockerMongo`. */
export function dockerRabbit(options: ProvideOptions, login: Login): Promise<DockerRabbit | undefined> {
  return unlessRefused(runRabbit(options, login), images.rabbit, options)
}

async function runRabbit(options: ProvideOptions, credentials: Login): Promise<DockerRabbit | undefined> {
  const container = await newContainer(images.rabbit, options)
  if (container === undefined) return undefined
  const { Wait } = await import('testcontainers')
  const started = await container
    .withHostname('usher')
    .withEnvironment({ RABBITMQ_DEFAULT_USER: credentials.user, RABBITMQ_DEFAULT_PASS: credentials.password })
    .withBindMounts(volumes(options, 'rabbitmq', '/var/lib/rabbitmq'))
    .withExposedPorts(5672, 15672)
    .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
    .start()
  const login = `${credentials.user}:${credentials.password}@127.0.0.1`
  const url = `amqp://${login}:${started.getMappedPort(5672)}`
  const managementUrl = `http://${login}:${started.getMappedPort(15672)}`
  return { ...provided(started, url, images.rabbit), managementUrl }
}

/** If the engine cannot pull or run the image, fall through to the next source. */
async function unlessRefused<T>(
  starting: Promise<T | undefined>,
  image: string,
  { log, signal }: ProvideOptions,
): Promise<T | undefined> {
  try {
    return await starting
  } catch (error) {
    signal?.throwIfAborted()
    log(`Docker could not run ${image}, so it is left out: ${(error as Error).message}`)
    return undefined
  }
}

async function newContainer(image: string, options: ProvideOptions): Promise<GenericContainer | undefined> {
  const env = options.env ?? process.env
  if (!env.DOCKER_HOST && !sockets.some((socket) => existsSync(socket))) return undefined
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers')
  try {
    await getContainerRuntimeClient()
  } catch {
    return undefined
  }
  options.log(`Docker answers; taking the image ${image} (downloaded the first time)`)
  return new GenericContainer(image)
}

/** A named volume per home, so that data outlives the container as it does with a private server. */
function volumes(options: ProvideOptions, what: string, target: string) {
  if (options.ephemeral) return []
  const id = createHash('sha256').update(options.home).digest('hex').slice(0, 12)
  return [{ source: `usher-${what}-${id}`, target }]
}

function provided(container: StartedTestContainer, url: string, image: string): Provided {
  let stopping: Promise<unknown> | undefined
  const stop = async () => {
    stopping ??= container.stop({ timeout: 10_000 })
    await stopping
  }
  return {
    url,
    urlFor: () => url,
    source: `${image} in Docker`,
    ended: new Promise(() => {}),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
