import { withDatabase } from '../src/mongo-url.ts'
import { readSettings } from '../src/settings.ts'

describe('the environment of npm start', () => {
  test('has defaults for everything', () => {
    expect(readSettings({})).toMatchObject({ port: 8080, nodeEnv: 'development', logLevel: 'info' })
    expect(readSettings({}).home).toMatch(/\/\.usher$/)
  })

  test('treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '' }).port).toBe(8080)
  })

  test('reports all invalid variables at once', () => {
    const env = { PORT: 'http', LOG_LEVEL: 'loud', MONGODB_URL: 'localhost:27017', RABBITMQ_URL: 'http://x' }
    expect(() => readSettings(env)).toThrow(/PORT: .*LOG_LEVEL: .*MONGODB_URL: .*RABBITMQ_URL: /s)
  })

  test.each(['0', '65536', '80.5', '-1'])('refuses PORT=%s', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(/PORT/)
  })
})

describe('the address of a database', () => {
  test.each([
    ['mongodb://127.0.0.1:1', 'mongodb://127.0.0.1:1/usher'],
    ['mongodb://127.0.0.1:1/', 'mongodb://127.0.0.1:1/usher'],
    ['mongodb://127.0.0.1:1/?replicaSet=rs0', 'mongodb://127.0.0.1:1/usher?replicaSet=rs0'],
    ['mongodb+srv://u:p@host/other?a=b', 'mongodb+srv://u:p@host/usher?a=b'],
    ['mongodb://a:1,b:2/?replicaSet=r', 'mongodb://a:1,b:2/usher?replicaSet=r'],
  ])('turns %s into %s', (url, expected) => {
    expect(withDatabase(url, 'usher')).toBe(expected)
  })

  test('is refused when it is no MongoDB address', () => {
    expect(() => withDatabase('http://127.0.0.1', 'usher')).toThrow(/mongodb:\/\//)
  })
})
