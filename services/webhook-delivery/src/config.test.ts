import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { ConfigError } from '@usher/service-kit'
import { readConfig } from './config.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const COMPLETE = {
  PORT: '0',
  MONGODB_URL: 'mongodb://localhost/usher_webhooks',
  RABBITMQ_URL: 'amqp://localhost',
  PUBLIC_URL: 'https://usher.test',
  CALLER_PUBLIC_KEY: Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
  SECRET_KEYS: `one:${randomBytes(32).toString('base64')}`,
}

describe('the webhook delivery configuration', () => {
  test('requires https and allows no special addresses by default', () => {
    expect(readConfig(COMPLETE)).toMatchObject({ httpsOnly: true, allowedAddresses: [] })
  })

  test('allows http in development', () => {
    expect(readConfig({ ...COMPLETE, NODE_ENV: 'development' }).httpsOnly).toBe(false)
  })

  test('reads all ranges of WEBHOOK_ALLOWED_ADDRESSES', () => {
    const { allowedAddresses } = readConfig({
      ...COMPLETE,
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8, ::1/128',
    })
    expect(allowedAddresses.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '127.0.0.0/8',
      '::1/128',
    ])
  })

  test('reads all hosts of WEBHOOK_OWN_HOSTS and adds the host of PUBLIC_URL', () => {
    const { ownHosts } = readConfig({ ...COMPLETE, WEBHOOK_OWN_HOSTS: 'Usher.example, api.other.example' })
    expect(ownHosts).toEqual(['usher.example', 'api.other.example', 'usher.test'])
  })

  test('names WEBHOOK_ALLOWED_ADDRESSES in the error for an invalid range', () => {
    const read = () => readConfig({ ...COMPLETE, WEBHOOK_ALLOWED_ADDRESSES: 'localhost' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow('WEBHOOK_ALLOWED_ADDRESSES')
  })
})

describe('attack: a webhook at this installation itself', () => {
  test.each([
    ['https://queue.example.com', 'queue.example.com'],
    ['https://queue.example.com.:8443/', 'queue.example.com'],
    ['http://[2001:db8::9]:8080', '2001:db8::9'],
  ])('PUBLIC_URL %s without configured own hosts makes %s one of the blocked own hosts', (url, host) => {
    expect(readConfig({ ...COMPLETE, PUBLIC_URL: url }).ownHosts).toContain(host)
  })

  test('a PUBLIC_URL on localhost is not blocked as an own host', () => {
    const PUBLIC_URL = 'http://localhost:8080'
    expect(readConfig({ ...COMPLETE, PUBLIC_URL }).ownHosts).toEqual([])
  })
})
