import { createPrivateKey, createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { needsLocalGoogle } from '../src/local-google.ts'
import { processNames, usherProcesses } from '../src/processes.ts'
import { rememberedSecrets } from '../src/secrets.ts'
import { aFolder } from './util.ts'

async function processes(
  home: string,
  { nodeEnv = 'development', googlePort, oneProcess = false }: Given = {},
) {
  return usherProcesses({
    home,
    mongo: { urlFor: (name) => `mongodb://${name}@127.0.0.1:1/?replicaSet=rs0` },
    rabbit: { urlFor: (name) => `amqp://${name}:p@127.0.0.1:2` },
    secrets: await rememberedSecrets(home, processNames),
    dashboard: join(home, 'dashboard'),
    docs: join(home, 'docs'),
    ports: {
      accounts: 11,
      queue: 12,
      'webhook-delivery': 13,
      notification: 15,
      metrics: 14,
      'booking-platform': 16,
      'calendar-sync': 17,
      'test-clocks': 18,
    },
    publicPort: 8080,
    googlePort,
    nodeEnv,
    logLevel: 'info',
    oneProcess,
  })
}

interface Given {
  readonly nodeEnv?: string
  readonly googlePort?: number | undefined
  readonly oneProcess?: boolean
}

async function environments(home: string, nodeEnv = 'development', googlePort?: number) {
  const specs = await processes(home, { nodeEnv, googlePort })
  return Object.fromEntries(specs.map(({ name, env }) => [name, env]))
}

function decodedKey(value: string | undefined): string {
  return Buffer.from(value ?? '', 'base64').toString()
}

describe('the environment of the processes', () => {
  test('gives every service a database, and every process a broker user and secret keys of its own', async () => {
    await using home = await aFolder()
    const env = await environments(home.path)
    expect(env.accounts?.MONGODB_URL).toBe('mongodb://accounts@127.0.0.1:1/usher_accounts?replicaSet=rs0')
    expect(env['webhook-delivery']?.MONGODB_URL).toContain('/usher_webhook_delivery?')
    expect(env.gateway?.RABBITMQ_URL).toBe('amqp://gateway:p@127.0.0.1:2')
    expect(new Set(Object.values(env).map(({ SECRET_KEYS }) => SECRET_KEYS)).size).toBe(8)
    for (const { SECRET_KEYS } of Object.values(env)) {
      expect(Buffer.from(SECRET_KEYS?.split(':')[1] ?? '', 'base64')).toHaveLength(32)
    }
  })

  test('gives booking-platform and notification the same booking code keys, and no other process any', async () => {
    await using home = await aFolder()
    const keys = Object.entries(await environments(home.path)).map(
      ([name, { BOOKING_CODE_KEYS }]) => [name, BOOKING_CODE_KEYS] as const,
    )
    const having = keys.filter(([, key]) => key !== undefined)
    expect(having.map(([name]) => name).toSorted()).toEqual(['booking-platform', 'notification'])
    expect(new Set(having.map(([, key]) => key)).size).toBe(1)
  })

  test('gives only the gateway the private caller key, and the services the matching public key', async () => {
    await using home = await aFolder()
    const { gateway, ...services } = await environments(home.path)
    const signing = createPrivateKey(decodedKey(gateway?.CALLER_PRIVATE_KEY))
    const verifying = createPublicKey(signing).export({ type: 'spki', format: 'pem' })
    for (const env of Object.values(services)) {
      expect(env.CALLER_PRIVATE_KEY).toBeUndefined()
      expect(decodedKey(env.CALLER_PUBLIC_KEY)).toBe(verifying)
    }
  })

  test('is the same after a second start on the same home folder', async () => {
    await using home = await aFolder()
    expect(await environments(home.path)).toEqual(await environments(home.path))
  })

  test('allows webhooks and providers on loopback addresses in development, not in production', async () => {
    await using home = await aFolder()
    const inDevelopment = await environments(home.path)
    expect(inDevelopment['webhook-delivery']?.WEBHOOK_ALLOWED_ADDRESSES).toBe('127.0.0.0/8,::1/128')
    expect(inDevelopment.notification?.PROVIDER_ALLOWED_ADDRESSES).toBe('127.0.0.0/8,::1/128')
    const inProduction = await environments(home.path, 'production')
    expect(inProduction['webhook-delivery']?.WEBHOOK_ALLOWED_ADDRESSES).toBeUndefined()
    expect(inProduction.notification?.PROVIDER_ALLOWED_ADDRESSES).toBeUndefined()
  })

  test('writes e-mails to the home folder in development, not in production', async () => {
    await using home = await aFolder()
    const inDevelopment = await environments(home.path)
    expect(inDevelopment.accounts?.MAIL_OUTBOX).toBe(join(home.path, 'outbox'))
    expect(inDevelopment.queue?.MAIL_OUTBOX).toBeUndefined()
    expect((await environments(home.path, 'production')).accounts?.MAIL_OUTBOX).toBeUndefined()
  })

  test('connects calendars to the local Google, which redirects back to this Usher', async () => {
    await using home = await aFolder()
    const env = await environments(home.path, 'development', 18)
    expect(env['calendar-sync']).toMatchObject({
      GOOGLE_CLIENT_ID: env['local-google']?.CLIENT_ID,
      GOOGLE_CLIENT_SECRET: env['local-google']?.CLIENT_SECRET,
      GOOGLE_API_URL: 'http://127.0.0.1:18',
      GOOGLE_TOKEN_URL: 'http://127.0.0.1:18/token',
    })
    expect(env['local-google']).toMatchObject({
      PORT: '18',
      FILE: join(home.path, 'google.json'),
      REDIRECT_URIS: 'http://localhost:8080/api/google-calendar/callback',
    })
    expect(env.accounts?.GOOGLE_CLIENT_ID).toBeUndefined()
    const without = await environments(home.path)
    expect(without['local-google']).toBeUndefined()
    expect(without['calendar-sync']?.GOOGLE_CLIENT_ID).toBeUndefined()
  })

  test('has no local Google in production or with a real Google client ID', () => {
    expect(needsLocalGoogle('development', {})).toBe(true)
    expect(needsLocalGoogle('production', {})).toBe(false)
    expect(needsLocalGoogle('development', { GOOGLE_CLIENT_ID: 'ours' })).toBe(false)
  })
})

describe('all services in one process', () => {
  test("have one environment with a prefix for each service, and no service gets another's variables", async () => {
    await using home = await aFolder()
    const apart = await environments(home.path)
    const [usher, ...others] = await processes(home.path, { oneProcess: true })
    expect(others).toEqual([])
    expect(usher?.readyUrl).toBe('http://127.0.0.1:8080/readyz')
    expect(usher?.env).toMatchObject({
      NODE_ENV: 'development',
      QUEUE_MONGODB_URL: apart.queue?.MONGODB_URL,
      WEBHOOK_DELIVERY_SECRET_KEYS: apart['webhook-delivery']?.SECRET_KEYS,
      GATEWAY_CALLER_PRIVATE_KEY: apart.gateway?.CALLER_PRIVATE_KEY,
    })
    expect(Object.keys(usher?.env ?? {})).not.toContain('QUEUE_CALLER_PRIVATE_KEY')
  })
})
