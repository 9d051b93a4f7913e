import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICES } from '@usher/contracts/services'
import { buildDashboard } from './dashboard.ts'
import { docsFolder } from './docs-site.ts'
import { writePrivateJson } from './files.ts'
import { localGoogleUrl, needsLocalGoogle } from './local-google.ts'
import { freePortsFor, isPortFree } from './ports.ts'
import { processNames, publicUrl, type UsherSettings, usherParts, usherProcesses } from './processes.ts'
import { type Addresses, type Log, SetupError } from './provided.ts'
import { rememberedSecrets } from './secrets.ts'
import type { ProcessSpec } from './supervised-process.ts'
import { type Supervisor, supervise } from './supervisor.ts'

export interface StackOptions {
  /** Folder for secrets, logs and the state of the stack. */
  readonly home: string
  /** Public port; a free one by default. */
  readonly port?: number | undefined
  readonly mongo: Addresses
  readonly rabbit: Addresses
  /** Settings for every process; they override the defaults. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly nodeEnv?: string | undefined
  readonly logLevel?: string | undefined
  /** Runs the services and the gateway as one process; default: one process each. */
  readonly oneProcess?: boolean | undefined
  readonly log: Log
  readonly signal?: AbortSignal | undefined
}

/** A running Usher. */
export interface Stack extends Supervisor {
  /** The public address, without a trailing slash. */
  readonly url: string
  /** Address of the local Google, if there is one. */
  readonly googleUrl?: string | undefined
  /** Environment of each service and of the gateway, for tools that run beside them. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A stack that is planned but not started. */
export interface StackPlan extends Pick<Stack, 'url' | 'googleUrl' | 'environments'> {
  /** In dependency order. */
  readonly specs: readonly ProcessSpec[]
}

/** Contents of a home's `state.json` while its stack runs. */
export interface StackState {
  readonly url: string
  readonly supervisor: number
  readonly environments: Stack['environments']
}

/**
 * Starts every process of Usher on existing servers and resolves when all are ready.
 *
 * @throws SetupError when the port is taken or a process cannot start; nothing is left running then.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { specs, ...plan } = await planStack(options)
  const { url, environments } = plan
  const supervisor = await superviseIn(options, specs)
  const state: StackState = { url, supervisor: process.pid, environments }
  const file = stateFile(options.home)
  await writePrivateJson(file, state)
  const stop = async () => {
    await supervisor.stop()
    await rm(file, { force: true })
  }
  return { ...supervisor, ...plan, stop, [Symbol.asyncDispose]: stop }
}

/**
 * Plans what {@link startStack} starts: free ports, secrets, and the environment of each process.
 *
 * @throws SetupError when the port is taken or the dashboard cannot be built
 */
export async function planStack(options: StackOptions): Promise<StackPlan> {
  const settings = await usherSettings(options)
  const { googlePort, publicPort } = settings
  return {
    specs: usherProcesses(settings),
    environments: Object.fromEntries(usherParts(settings).map(({ name, env }) => [name, env])),
    url: publicUrl(publicPort),
    googleUrl: googlePort === undefined ? undefined : localGoogleUrl(googlePort),
  }
}

/** Path of the file that describes a running stack. */
export function stateFile(home: string): string {
  return join(home, 'state.json')
}

function superviseIn(options: StackOptions, specs: readonly ProcessSpec[]): Promise<Supervisor> {
  const { home, log, signal } = options
  return supervise(specs, { logs: join(home, 'logs'), log, signal })
}

async function usherSettings(options: StackOptions): Promise<UsherSettings> {
  const { home, mongo, rabbit, env, nodeEnv = 'development', logLevel = 'info', oneProcess = false } = options
  const { google, spare, ...ports } = await freePortsFor([...SERVICES, 'google', 'metrics', 'spare'])
  const publicPort = options.port ?? spare
  await ensurePortFree(publicPort)
  return {
    home,
    mongo,
    rabbit,
    secrets: await rememberedSecrets(home, processNames),
    dashboard: await buildDashboard(options),
    docs: await docsFolder(),
    ports,
    googlePort: needsLocalGoogle(nodeEnv, { ...process.env, ...env }) ? google : undefined,
    publicPort,
    nodeEnv,
    logLevel,
    oneProcess,
    env,
  }
}

/** @throws SetupError that says what to do when something already listens on the port. */
export async function ensurePortFree(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new SetupError(`Port ${port} is taken by another program. Stop it, or set PORT to a free port.`)
}
