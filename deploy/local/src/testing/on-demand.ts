import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildDocs } from '../docs-site.ts'
import { cacheFolder } from '../files.ts'
import type { Log } from '../provided.ts'
import { provideServers } from '../servers.ts'
import { startStack } from '../stack.ts'
import { lazy } from './lazy.ts'
import { processorSeconds } from './processor-time.ts'
import { describeServers } from './server-versions.ts'

/** Addresses of the servers that the tests of a run share. */
export interface SharedServers {
  readonly mongodb_url: string
  readonly rabbitmq_url: string
  /** Address of RabbitMQ's management API. */
  readonly management_url: string | undefined
}

/** The Usher that the tests of a run share. */
export interface SharedUsher {
  readonly url: string
  /** Address of its local Google. */
  readonly google_url: string | undefined
  /** Folder with its logs. */
  readonly home: string
  /** Environment of each process, by name. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The built documentation, which the shared Usher serves from then on. */
export interface SharedDocs {
  readonly folder: string
}

/** Servers that tests can request during a run. */
export interface OnDemand extends AsyncDisposable {
  /**
   * `GET /servers` and `GET /usher` answer with their addresses as JSON once they run, `GET /docs` with the folder of
   * the built documentation; `POST` starts them without
   * waiting. `DELETE /usher` stops it when it is not needed soon: eight idle processes take a quarter of a CPU.
   */
  readonly url: string
  /** CPU seconds used so far by our child processes, by part. */
  processorSeconds(): Readonly<Record<'servers' | 'usher', number>>
}

export interface OnDemandOptions {
  /** Folder for data and logs. */
  readonly home: string
  /** Runs the services and the gateway of the shared Usher as one process. */
  readonly oneProcess?: boolean
  readonly log: Log
  readonly signal: AbortSignal
}

/** Starts servers, and an Usher on them, when the first test asks: a run of a few files often needs neither. */
export async function startOnDemand({ home, oneProcess, log, signal }: OnDemandOptions): Promise<OnDemand> {
  const servers = lazy(async () => {
    const started = await provideServers({ home, cache: cacheFolder(), log, signal, ephemeral: true })
    log(await describeServers(started))
    return started
  })
  const usherHome = join(home, 'usher')
  // Without it, rate limits by address would count all tests together.
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1' }
  const usher = lazy(async () =>
    startStack({ ...(await servers.get()), home: usherHome, oneProcess, env, log, signal }),
  )
  let usherSeconds = 0
  const answers: Record<string, () => Promise<SharedServers | SharedUsher | SharedDocs | undefined>> = {
    async 'GET /servers'() {
      const { mongo, rabbit } = await servers.get()
      return { mongodb_url: mongo.url, rabbitmq_url: rabbit.url, management_url: rabbit.managementUrl }
    },
    async 'GET /usher'() {
      const { url, googleUrl: google_url, environments } = await usher.get()
      return { url, google_url, home: usherHome, environments }
    },
    async 'GET /docs'() {
      return { folder: await buildDocs({ log, signal }) }
    },
    async 'POST /servers'() {
      servers.get().catch(() => {})
      return undefined
    },
    async 'POST /usher'() {
      usher.get().catch(() => {})
      return undefined
    },
    async 'DELETE /usher'() {
      usherSeconds += secondsOf(usher.value?.pids() ?? {})
      await usher.stop()
      return undefined
    },
  }
  const server = createServer(async ({ method, url }, response) => {
    try {
      const answer = answers[`${method} ${url}`]
      if (answer) response.end(JSON.stringify(await answer()))
      else response.writeHead(404).end(`nothing is served at ${method} ${url}`)
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    processorSeconds: () => ({
      servers: secondsOf({ mongo: servers.value?.mongo.pid, rabbit: servers.value?.rabbit.pid }),
      usher: usherSeconds + secondsOf(usher.value?.pids() ?? {}),
    }),
    async [Symbol.asyncDispose]() {
      server.close()
      await usher[Symbol.asyncDispose]()
      await servers[Symbol.asyncDispose]()
    },
  }
}

const secondsOf = (pids: Readonly<Record<string, number | undefined>>): number =>
  Object.values(pids).reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : processorSeconds(pid)), 0)
