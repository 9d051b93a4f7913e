import { generateKeyPairSync } from 'node:crypto'
import { readConfig } from './config.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const environment = {
  PORT: '0',
  METRICS_PORT: '0',
  PUBLIC_URL: 'http://usher.test',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  CALLER_PRIVATE_KEY: Buffer.from(pem).toString('base64'),
  ACCOUNTS_URL: 'http://127.0.0.1:1',
  QUEUE_URL: 'http://127.0.0.1:2',
  WEBHOOK_DELIVERY_URL: 'http://127.0.0.1:3',
  NOTIFICATION_URL: 'http://127.0.0.1:4',
  BOOKING_PLATFORM_URL: 'http://127.0.0.1:5',
  CALENDAR_SYNC_URL: 'http://127.0.0.1:6',
  TEST_CLOCKS_URL: 'http://127.0.0.1:7',
}

describe('the configuration of the gateway', () => {
  test('leaves Redis and the trusted proxies undefined when neither is configured', () => {
    const config = readConfig(environment)
    expect([config.redisUrl, config.trustedProxies]).toEqual([undefined, undefined])
  })

  test('reads the Redis URL and the list of trusted proxies', () => {
    const config = readConfig({
      ...environment,
      REDIS_URL: 'rediss://redis:6380/1',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32',
    })
    expect(config.redisUrl).toBe('rediss://redis:6380/1')
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
  })

  test.each([
    ['REDIS_URL', 'http://redis'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1/8/8'],
    ['TRUSTED_PROXIES', ''],
  ])('refuses %s %p with an error that names the variable', (name, value) => {
    expect(() => readConfig({ ...environment, [name]: value })).toThrow(name)
  })
})
