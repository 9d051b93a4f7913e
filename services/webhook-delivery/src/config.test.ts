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

describe('given a complete environment', () => {
  test('when nothing else is set, then no special address is allowed and receivers need https', () => {
    expect(readConfig(COMPLETE)).toMatchObject({ httpsOnly: true, allowedAddresses: [] })
  })

  test('when it is for development, then receivers may have http', () => {
    expect(readConfig({ ...COMPLETE, NODE_ENV: 'development' }).httpsOnly).toBe(false)
  })

  test('when ranges are allowed, then all of them are read', () => {
    const { allowedAddresses } = readConfig({
      ...COMPLETE,
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8, ::1/128',
    })
    expect(allowedAddresses.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '127.0.0.0/8',
      '::1/128',
    ])
  })

  test('when hosts of our own are named, then all of them are read', () => {
    const { ownHosts } = readConfig({ ...COMPLETE, WEBHOOK_OWN_HOSTS: 'Usher.example, api.other.example' })
    expect(ownHosts).toEqual(['usher.example', 'api.other.example', 'usher.test'])
  })

  test('when a range is not one, then the variable is named', () => {
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
  ])('given PUBLIC_URL %s and no hosts of our own, then %s is refused', (url, host) => {
    expect(readConfig({ ...COMPLETE, PUBLIC_URL: url }).ownHosts).toContain(host)
  })

  test('given a development on this machine, then its receivers there are not refused as our own', () => {
    const PUBLIC_URL = 'http://localhost:8080'
    expect(readConfig({ ...COMPLETE, PUBLIC_URL }).ownHosts).toEqual([])
  })
})
