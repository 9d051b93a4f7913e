import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts, lastLines, runCommand, SetupError, temporaryHome } from '@usher/local'
import { until } from '@usher/test-kit'
import { packN8n } from '../../../clients/node/tools/pack/npm.ts'
import { npmPackages } from '../npm-packages.ts'
import { startPostgres } from './postgres.ts'

const N8N = { n8n: '2.41.1' }

/** A running n8n with the package, and its owner signed in. */
export interface N8n extends AsyncDisposable {
  readonly url: string
  /** Calls what the editor calls. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>
}

/**
 * Starts a real n8n from npm, which has the package from the file that `npm pack` makes.
 *
 * @throws SetupError where it cannot be installed
 */
export async function startN8n(): Promise<N8n> {
  await using starting = new AsyncDisposableStack()
  const modules = await npmPackages(N8N)
  const postgres = starting.use(await startPostgres())
  const { path: home } = starting.use(await temporaryHome('n8n'))
  await installPackage(home)
  const [port = 0, broker = 0] = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(modules, 'node_modules/n8n/bin/n8n'), 'start'], {
    cwd: home,
    env: environment({ home, url, port, broker, postgres: postgres.port }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  starting.defer(() => stop(child))
  const log = createWriteStream(join(home, 'n8n.log'))
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  await until('n8n is ready', async () => (await fetch(`${url}/healthz/readiness`)).ok)
  const call = await signedIn(url)
  const kept = starting.move()
  return { url, call, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Builds, packs and installs the package where n8n keeps those of its community. */
async function installPackage(home: string): Promise<void> {
  const nodes = join(home, '.n8n/nodes')
  await mkdir(nodes, { recursive: true })
  await writeFile(join(nodes, 'package.json'), '{"private":true}')
  const file = await packN8n(home)
  await succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', file], nodes)
}

async function succeed(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runCommand(command, args, { cwd })
  if (code !== 0) throw new SetupError(`${command} ${args[0]} ended with ${code}:\n${lastLines(output)}`)
}

function environment(of: { home: string; url: string; port: number; broker: number; postgres: number }) {
  return {
    PATH: process.env.PATH,
    HOME: of.home,
    N8N_USER_FOLDER: of.home,
    N8N_PORT: String(of.port),
    N8N_RUNNERS_BROKER_PORT: String(of.broker),
    WEBHOOK_URL: of.url,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(of.postgres),
    DB_POSTGRESDB_USER: 'n8n',
    DB_POSTGRESDB_DATABASE: 'n8n',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
  }
}

const OWNER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'L', password: 'Correct-horse-9' }

async function signedIn(url: string): Promise<N8n['call']> {
  const json = { 'content-type': 'application/json' }
  const entered = await until('n8n has an owner', async () => {
    const answer = await fetch(`${url}/rest/owner/setup`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(OWNER),
    })
    return answer.ok && answer
  })
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...json, cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${text}`)
    return JSON.parse(text).data
  }
}
