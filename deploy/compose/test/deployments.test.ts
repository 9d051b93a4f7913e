import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventQueuesOf, SERVICES } from '@usher/contracts'
import { images, processNames, repository } from '@usher/local'
import { parse } from 'yaml'
import { readBrokerConfig } from '../../setup/src/config.ts'
import { completeEnvironment } from '../src/environment-file.ts'

/** Built from this repository, but not processes of the product. */
const HELPERS = ['broker-users', 'certificates', 'demo', 'local-google', 'setup']
/** Set for every process, even those that do not read it, or read by Node itself. */
const GIVEN_TO_ALL = ['NODE_ENV', 'CALLER_PUBLIC_KEY', 'NODE_EXTRA_CA_CERTS']
/** Consumed only in development. */
const DEVELOPMENT_QUEUES = ['accounts.mail-outbox']

type Environment = Record<string, string>
type Variables = Record<string, string | null>

interface Process {
  readonly env?: Environment
  readonly secrets?: Record<string, { readonly name: string; readonly key: string }>
  readonly consumes?: readonly string[]
}

interface Values extends Process {
  readonly publicUrl: string
  readonly networkPolicy: { readonly monitoring: readonly object[] }
  readonly gateway: Process
  readonly serviceDefaults: Process
  readonly services: Record<string, Process>
}

const readText = (path: string) => readFile(join(repository, path), 'utf8')

const folderOf = (name: string) => join(repository, name === 'gateway' ? name : `services/${name}`)

interface ComposeService {
  readonly image: string
  readonly build?: object
  readonly environment: Variables
}

async function composeServices(): Promise<Record<string, ComposeService>> {
  return parse(await readText('docker-compose.yml'), { merge: true }).services
}

const readValues = async (): Promise<Values> => parse(await readText('deploy/helm/usher/values.yaml'))

/** What `npm run compose:secrets` writes. */
const dotEnv = (): Environment =>
  Object.fromEntries(
    completeEnvironment(undefined, SERVICES)
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Expands variables like Compose: null takes the variable of that name, `${A:-b}` takes A or b. */
function resolve(variables: Variables, given: Environment): Environment {
  const entries = Object.entries(variables).map(([name, value]) => [
    name,
    value === null
      ? given[name]
      : value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, key, kind, text) => {
          const found = given[key] || (kind === '-' ? text : undefined)
          if (found === undefined) throw new Error(`${key} is not in .env`)
          return found
        }),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Lets the process read its configuration; returns the names of the variables it read. */
async function readBy(name: string, environment: Environment): Promise<Set<string>> {
  const { readConfig } = await import(join(folderOf(name), 'src/config.ts'))
  const asked = new Set<string>()
  const get = (target: Environment, key: string) => {
    asked.add(key)
    return target[key]
  }
  readConfig(new Proxy({ ...environment, PORT: '8080' }, { get }))
  return asked
}

/** The queues of a service that may grow long in production; that of retention gets an event for each change of settings. */
const longQueuesOf = (name: string): string[] =>
  eventQueuesOf(name)
    .filter((queue) => !DEVELOPMENT_QUEUES.includes(queue) && queue !== `${name}.retention`)
    .sort()

describe('docker-compose.yml', () => {
  test('runs every process of the product and no other', async () => {
    const ours = Object.entries(await composeServices()).filter(([, { image }]) => image.startsWith('usher-'))
    const names = ours.map(([name]) => name).filter((name) => !HELPERS.includes(name))
    expect(names.sort()).toEqual([...processNames].sort())
  })

  test.each(processNames)(
    'with a fresh .env, gives %s all variables it needs and none that it does not read',
    async (name) => {
      const variables = (await composeServices())[name]?.environment ?? {}
      const asked = await readBy(name, resolve(variables, dotEnv()))
      const unread = Object.keys(variables).filter((key) => !asked.has(key) && !GIVEN_TO_ALL.includes(key))
      expect(unread).toEqual([])
    },
  )

  test('the setup job has a MongoDB password for each service', async () => {
    const passwords = Object.keys((await composeServices()).setup?.environment ?? {})
    const wanted = SERVICES.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_MONGODB_PASSWORD`)
    expect(passwords.filter((name) => name.endsWith('_MONGODB_PASSWORD')).sort()).toEqual(wanted.sort())
  })

  test('the broker-users job creates one user for each process, with a password of its own', async () => {
    const services = await composeServices()
    const made = resolve(services['broker-users']?.environment ?? {}, dotEnv())
    const { users } = readBrokerConfig(made)
    expect(users.map(({ process }) => process).sort()).toEqual([...processNames].sort())
    for (const { process, user, password } of users) {
      const { RABBITMQ_URL = '' } = resolve(services[process]?.environment ?? {}, dotEnv())
      expect(RABBITMQ_URL).toMatch(new RegExp(`//${user}:[^@]+@rabbitmq:`))
      expect(password).not.toBe('')
    }
    expect(new Set(users.map(({ password }) => password)).size).toBe(processNames.length)
  })

  test('uses the same MongoDB and RabbitMQ images as npm start', async () => {
    const { mongo, rabbitmq } = await composeServices()
    expect([mongo?.image, rabbitmq?.image]).toEqual([images.mongo, images.rabbit])
  })
})

describe('.env', () => {
  test('keeps existing values and adds each missing one once', () => {
    const before = 'NODE_ENV=production\nQUEUE_SECRET_KEYS=k9:kept'
    const after = completeEnvironment(before, SERVICES)
    expect(after.startsWith(`${before}\n`)).toBe(true)
    expect(after.match(/^QUEUE_SECRET_KEYS=/gm)).toHaveLength(1)
    expect(after).toMatch(/^ACCOUNTS_SECRET_KEYS=k1:/m)
    expect(after).not.toContain('COMPOSE_PROFILES')
    expect(completeEnvironment(after, SERVICES)).toBe(after)
  })
})

describe('the Helm chart', () => {
  test('has a Deployment for each service', async () => {
    expect(Object.keys((await readValues()).services).sort()).toEqual([...SERVICES].sort())
  })

  test('production values trust no proxy network larger than a /24', async () => {
    const values: Values = parse(await readText('deploy/helm/usher/values-production.yaml'))
    const networks = String(values.gateway.env?.TRUSTED_PROXIES).split(',')
    const bits = networks.map((network) => Number(network.split('/')[1] ?? 128))
    expect(Math.min(...bits)).toBeGreaterThanOrEqual(24)
  })

  test.each(processNames)('default values give %s all the variables it needs', async (name) => {
    const values = await readValues()
    const process = name === 'gateway' ? values.gateway : values.services[name]
    const secrets = {
      ...values.secrets,
      ...(name !== 'gateway' && values.serviceDefaults.secrets),
      ...process?.secrets,
    }
    const given = dotEnv()
    const compose = resolve((await composeServices())[name]?.environment ?? {}, given)
    const urls = Object.fromEntries(
      SERVICES.map((service) => [`${service.toUpperCase().replaceAll('-', '_')}_URL`, 'http://service:8080']),
    )
    const environment = {
      NODE_ENV: 'production',
      ...(name === 'gateway' && { ...urls, METRICS_PORT: '9090' }),
      ...(process?.env && { PUBLIC_URL: values.publicUrl }),
      ...Object.fromEntries(Object.keys(secrets).map((key) => [key, compose[key] ?? ''])),
    }
    await expect(readBy(name, environment)).resolves.toContain(
      name === 'gateway' ? 'ACCOUNTS_URL' : 'MONGODB_URL',
    )
  })

  test('default values let Prometheus reach the metrics', async () => {
    expect((await readValues()).networkPolicy.monitoring).toEqual([
      { namespaceSelector: {}, podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } } },
    ])
  })

  test.each(SERVICES)('scales %s by the length of each queue it consumes', async (name) => {
    expect([...((await readValues()).services[name]?.consumes ?? [])].sort()).toEqual(longQueuesOf(name))
  })
})
