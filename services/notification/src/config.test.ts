import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readConfig } from './config.ts'

const { publicKey } = generateKeyPairSync('ed25519')
const environment = {
  PORT: '0',
  MONGODB_URL: 'mongodb://127.0.0.1/usher_notification',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  CALLER_PUBLIC_KEY: Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
  PUBLIC_URL: 'https://usher.test',
  SECRET_KEYS: `one:${randomBytes(32).toString('base64')}`,
  BOOKING_CODE_KEYS: `one:${randomBytes(32).toString('base64')}`,
}

describe('the configuration', () => {
  test.each([
    [undefined, false],
    ['production', false],
    ['development', true],
    ['test', true],
  ])('NODE_ENV %p sets sandbox to %p', (NODE_ENV, sandbox) => {
    expect(readConfig({ ...environment, ...(NODE_ENV && { NODE_ENV }) }).sandbox).toBe(sandbox)
  })

  test('smtp is null without SMTP_URL', () => {
    expect(readConfig(environment).smtp).toBeNull()
  })

  test.each([
    ['smtps://me:p%40ss@mail.test', { port: 465, security: 'tls', user: 'me' }],
    ['smtp://mail.test:2525', { port: 2525, security: 'starttls', user: null }],
    ['smtp://localhost:25?security=none', { host: 'localhost', port: 25, security: 'none' }],
  ])('reads the mail server %s as %j', (SMTP_URL, expected) => {
    const given = { SMTP_URL, SMTP_FROM: 'a@mail.test' }
    expect(readConfig({ ...environment, ...given }).smtp?.settings).toMatchObject(expected)
  })

  test('decodes the percent-encoded password in SMTP_URL', () => {
    const given = { SMTP_URL: 'smtps://me:p%40ss@mail.test', SMTP_FROM: 'a@mail.test' }
    expect(readConfig({ ...environment, ...given }).smtp?.credentials.password).toBe('p@ss')
  })

  test.each([
    [{ SMTP_URL: 'smtp://mail.test?security=none', SMTP_FROM: 'a@mail.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://mail.test', SMTP_FROM: 'a@mail.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://mail.test' }, 'SMTP_FROM'],
    [
      { SMTP_URL: 'smtps://mail.test', SMTP_FROM: 'a@b.test', SMTP_BOUNCE_DOMAIN: 'c.test' },
      'SMTP_BOUNCE_TOKEN',
    ],
    [{ SMTP_URL: 'smtps://mail.test', SMTP_FROM: 'nobody' }, 'SMTP_FROM'],
  ])('rejects %j with an error that names %s and hides the value', (given, name) => {
    const read = () => readConfig({ ...environment, ...given })
    expect(read).toThrow(name)
    expect(read).not.toThrow('mail.test')
  })
})

describe('attack: a message provider at this installation itself', () => {
  test.each([
    ['https://queue.example.com', 'queue.example.com'],
    ['https://queue.example.com.:8443/', 'queue.example.com'],
    ['http://[2001:db8::9]:8080', '2001:db8::9'],
  ])('PUBLIC_URL %s without configured own hosts makes %s one of the blocked own hosts', (url, host) => {
    expect(readConfig({ ...environment, PUBLIC_URL: url }).ownHosts).toContain(host)
  })

  test('a PUBLIC_URL on localhost is not blocked as an own host', () => {
    const PUBLIC_URL = 'http://localhost:8080'
    expect(readConfig({ ...environment, PUBLIC_URL }).ownHosts).toEqual([])
  })

  test('derives the public push key from WEB_PUSH_PRIVATE_KEY, with WEB_PUSH_CONTACT or PUBLIC_URL as contact', () => {
    const WEB_PUSH_PRIVATE_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
    const publicKey =
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
    const contact = 'mailto:ops@usher.test'
    expect(readConfig({ ...environment, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_CONTACT: contact }).push).toEqual({
      ...{ privateKey: WEB_PUSH_PRIVATE_KEY, publicKey, contact },
    })
    expect(readConfig({ ...environment, WEB_PUSH_PRIVATE_KEY }).push?.contact).toBe(environment.PUBLIC_URL)
    expect(readConfig(environment).push).toBeNull()
  })

  test.each([
    ['WEB_PUSH_PRIVATE_KEY', 'A'.repeat(43)],
    ['WEB_PUSH_PRIVATE_KEY', 'yfWPiYE'],
    ['WEB_PUSH_CONTACT', 'ops@usher.test'],
  ])('rejects %s=%s with an error that names the variable', (name, value) => {
    expect(() => readConfig({ ...environment, [name]: value })).toThrow(name)
  })
})
