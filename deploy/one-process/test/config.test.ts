import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { ConfigError } from '@usher/service-kit'
import { readConfig } from '../src/config.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = (text: string | Buffer) => Buffer.from(text).toString('base64')
const secretKeys = () => `1:${randomBytes(32).toString('base64')}`

const SERVICES = [
  'ACCOUNTS',
  'QUEUE',
  'WEBHOOK_DELIVERY',
  'NOTIFICATION',
  'BOOKING_PLATFORM',
  'CALENDAR_SYNC',
  'TEST_CLOCKS',
]

const complete = () => ({
  RABBITMQ_URL: 'amqp://127.0.0.1',
  PUBLIC_URL: 'http://localhost:8080',
  PORT: '8080',
  CALLER_PUBLIC_KEY: pem(publicKey.export({ type: 'spki', format: 'pem' })),
  CALLER_PRIVATE_KEY: pem(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  SECRET_KEYS: secretKeys(),
  BOOKING_CODE_KEYS: secretKeys(),
  ...Object.fromEntries(SERVICES.map((name) => [`${name}_MONGODB_URL`, `mongodb://db/${name}`])),
})

describe('the configuration of one process', () => {
  test("prefers a service's own variable to the shared one, for that service only", () => {
    const queueKeys = `2:${randomBytes(32).toString('base64')}`
    const config = readConfig({ ...complete(), QUEUE_SECRET_KEYS: queueKeys })
    expect(config.queue.secretKeys.map(({ id }) => id)).toEqual(['2'])
    expect(config.accounts.secretKeys.map(({ id }) => id)).toEqual(['1'])
    expect(config.queue.mongoUrl).toBe('mongodb://db/QUEUE')
    expect(config.webhookDelivery.mongoUrl).toBe('mongodb://db/WEBHOOK_DELIVERY')
  })

  test('binds services to the loopback address, and the gateway finds them there', () => {
    const { queue, calendarSync, gateway } = readConfig({
      ...complete(),
      HOST: '0.0.0.0',
      QUEUE_PORT: '9001',
    })
    expect([queue.host, queue.port, calendarSync.port]).toEqual(['127.0.0.1', 9001, 8086])
    expect([gateway.host, gateway.port]).toEqual(['0.0.0.0', 8080])
    expect(gateway.serviceUrls).toMatchObject({
      queue: 'http://127.0.0.1:9001',
      'calendar-sync': 'http://127.0.0.1:8086',
    })
  })

  test('reports the faults of several services in one error, without values', () => {
    const { QUEUE_MONGODB_URL: _, CALLER_PRIVATE_KEY: __, ...rest } = { QUEUE_MONGODB_URL: '', ...complete() }
    const read = () => readConfig({ ...rest, NOTIFICATION_SECRET_KEYS: 'hidden' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/QUEUE: .*MONGODB_URL.*NOTIFICATION: .*SECRET_KEYS.*GATEWAY: .*CALLER_PRIVATE_KEY/s)
    expect(read).not.toThrow(/hidden/)
  })
})
