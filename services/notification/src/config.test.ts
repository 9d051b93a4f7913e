import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { readConfig } from './config.ts'

const { publicKey } = generateKeyPairSync('ed25519')
const environment = {
  PORT: '0',
  MONGODB_URL: 'mongodb://127.0.0.1/usher_notification',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  CALLER_PUBLIC_KEY: Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
  PUBLIC_URL: 'https://usher.test',
  SECRET_KEYS: `one:${randomBytes(32).toString('base64')}`,
}

describe('the configuration', () => {
  test.each([
    [undefined, false],
    ['production', false],
    ['development', true],
    ['test', true],
  ])('given NODE_ENV %p, then whether it only pretends to send is %p', (NODE_ENV, sandbox) => {
    expect(readConfig({ ...environment, ...(NODE_ENV && { NODE_ENV }) }).sandbox).toBe(sandbox)
  })
})
