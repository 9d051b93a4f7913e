import { join } from 'node:path'
import { inCapitals, SERVICES, type ServiceName } from '@usher/contracts/services'
import { localGoogleEnvironment, localGoogleProcess } from './local-google.ts'
import { withDatabase } from './mongo-url.ts'
import type { Addresses } from './provided.ts'
import type { Secrets } from './secrets.ts'
import type { ProcessSpec } from './supervised-process.ts'

/** The checkout that this file belongs to. */
export const repository = join(import.meta.dirname, '../../..')

export const processNames: readonly string[] = [...SERVICES, 'gateway']

export interface UsherSettings {
  /** Absolute path of the folder for data, logs and secrets. */
  readonly home: string
  readonly mongo: Addresses
  readonly rabbit: Addresses
  readonly secrets: Secrets
  /** Folder of the built dashboard. */
  readonly dashboard: string
  /** Folder of the built documentation, which may appear later. */
  readonly docs: string
  /** Loopback ports: one per service, and one for the gateway's metrics. */
  readonly ports: Readonly<Record<ServiceName | 'metrics', number>>
  /** Loopback port of a local Google; undefined when calendars use the real Google or cannot be connected. */
  readonly googlePort?: number | undefined
  /** The public port. */
  readonly publicPort: number
  readonly nodeEnv: string
  readonly logLevel: string
  /** Whether the services and the gateway share one process. */
  readonly oneProcess: boolean
  /** Added to the environment of every process; overrides what is set here. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Usher's processes in dependency order. */
export function usherProcesses(settings: UsherSettings): ProcessSpec[] {
  const apart = usherParts(settings)
  const usher = settings.oneProcess ? [asOneProcess(apart, settings)] : apart
  const { home, googlePort: port, publicPort } = settings
  if (port === undefined) return usher
  const args = nodeArguments('deploy/google/src/main.ts')
  const redirectUri = `${publicUrl(publicPort)}/api/google-calendar/callback`
  return [localGoogleProcess({ home, port, args, redirectUri }), ...usher]
}

/** The services and the gateway as separate processes. */
export const usherParts = (settings: UsherSettings): ProcessSpec[] => [
  ...SERVICES.map((name) => serviceProcess(name, settings)),
  gatewayProcess(settings),
]

/** One process that runs all of them: it reads each one's variables by prefix. */
function asOneProcess(parts: readonly ProcessSpec[], { nodeEnv, env }: UsherSettings): ProcessSpec {
  const prefixed = parts.flatMap(({ name, env }) =>
    Object.entries(env).map(([variable, value]) => [`${inCapitals(name)}_${variable}`, value]),
  )
  return {
    name: 'usher',
    args: nodeArguments('deploy/one-process/src/main.ts'),
    readyUrl: parts.at(-1)?.readyUrl ?? '',
    env: { ...Object.fromEntries(prefixed), NODE_ENV: nodeEnv, ...env },
  }
}

function serviceProcess(name: ServiceName, settings: UsherSettings): ProcessSpec {
  const port = settings.ports[name]
  return {
    name,
    args: nodeArguments('services', name, 'src/main.ts'),
    readyUrl: `${loopback(port)}/readyz`,
    env: {
      ...commonEnvironment(name, port, settings),
      MONGODB_URL: withDatabase(settings.mongo.urlFor(name), `usher_${name.replaceAll('-', '_')}`),
      ...particularEnvironment(name, settings),
      ...settings.env,
    },
  }
}

function particularEnvironment(name: ServiceName, settings: UsherSettings): Record<string, string> {
  const isProduction = settings.nodeEnv === 'production'
  const common = { PUBLIC_URL: publicUrl(settings.publicPort) }
  const codes = { ...common, BOOKING_CODE_KEYS: settings.secrets.codeKeys }
  if (name === 'webhook-delivery' || name === 'test-clocks') {
    return isProduction ? common : { ...common, WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1/128' }
  }
  if (name === 'notification') {
    const own = {
      PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8,::1/128',
      WEB_PUSH_CONTACT: 'mailto:usher@usher.test',
      WEB_PUSH_PRIVATE_KEY: settings.secrets.pushKey,
    }
    return isProduction ? codes : { ...codes, ...own }
  }
  if (name === 'booking-platform') return codes
  if (name === 'calendar-sync' && settings.googlePort !== undefined) {
    return { ...common, ...localGoogleEnvironment(settings.googlePort) }
  }
  if (name !== 'accounts' || isProduction) return common
  return { ...common, MAIL_OUTBOX: join(settings.home, 'outbox') }
}

function gatewayProcess(settings: UsherSettings): ProcessSpec {
  const { ports, publicPort, secrets } = settings
  return {
    name: 'gateway',
    args: nodeArguments('gateway/src/main.ts'),
    readyUrl: `${loopback(publicPort)}/readyz`,
    env: {
      ...commonEnvironment('gateway', publicPort, settings),
      CALLER_PRIVATE_KEY: base64(secrets.caller.privateKey),
      PUBLIC_URL: publicUrl(publicPort),
      ...Object.fromEntries(SERVICES.map((name) => [`${inCapitals(name)}_URL`, loopback(ports[name])])),
      METRICS_PORT: String(ports.metrics),
      DASHBOARD_DIR: settings.dashboard,
      DOCS_DIR: settings.docs,
      ...settings.env,
    },
  }
}

function commonEnvironment(name: string, port: number, settings: UsherSettings): Record<string, string> {
  return {
    NODE_ENV: settings.nodeEnv,
    HOST: '127.0.0.1',
    PORT: String(port),
    RABBITMQ_URL: settings.rabbit.urlFor(name),
    LOG_LEVEL: settings.logLevel,
    CALLER_PUBLIC_KEY: base64(settings.secrets.caller.publicKey),
    SECRET_KEYS: settings.secrets.secretKeys[name] ?? '',
  }
}

/** Arguments that make Node run a TypeScript file of this repository. */
export function nodeArguments(...path: string[]): string[] {
  return ['--disable-warning=ExperimentalWarning', join(repository, ...path)]
}

export function publicUrl(port: number): string {
  return `http://localhost:${port}`
}

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
