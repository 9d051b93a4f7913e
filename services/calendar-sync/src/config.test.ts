import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readConfig } from './config.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const environment = {
  PORT: '0',
  MONGODB_URL: 'mongodb://127.0.0.1/x',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  CALLER_PUBLIC_KEY: Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
  SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
  PUBLIC_URL: 'http://localhost:8080/',
}
const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

describe('the configuration', () => {
  test('calendars cannot be connected without a Google client or with an empty one', () => {
    expect(readConfig(environment).google).toBeNull()
    expect(readConfig({ ...environment, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).google).toBeNull()
  })

  test("a Google client without addresses uses Google's own", () => {
    expect(readConfig({ ...environment, ...client }).google).toEqual({
      ...{ clientId: 'id', clientSecret: 'secret', apiUrl: 'https://www.googleapis.com' },
      authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      revokeUrl: 'https://oauth2.googleapis.com/revoke',
    })
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_CLIENT_SECRET: 's3cret' }, 'GOOGLE_CLIENT_ID'],
    [{ ...client, GOOGLE_API_URL: 'ftp://x' }, 'GOOGLE_API_URL'],
    [{ PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  ])('rejects %j with an error that names %s and no value', (given, named) => {
    const read = () => readConfig({ ...environment, ...given })
    expect(read).toThrow(named)
    expect(read).not.toThrow('s3cret')
  })
})
