import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ALL_SCOPES } from '@usher/contracts'
import { connectMongo, systemClock } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { createContext } from '../src/context.ts'
import { seedDemo } from '../src/demo/seed-demo.ts'
import { operator } from './support/start.ts'

const SEED = fileURLToPath(new URL('../src/seed.ts', import.meta.url))

/** Runs the seed as npm start does, with what Node has compiled before; gives what it prints. Rejects when it fails. */
async function seed(environment: NodeJS.ProcessEnv): Promise<string> {
  const { NODE_COMPILE_CACHE } = process.env
  const env = { NODE_COMPILE_CACHE, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [SEED], { env })
  return stdout
}

describe('the seed', () => {
  test('one of ten simultaneous runs creates the demo in an empty database', async () => {
    await using infrastructure = await createInfrastructure()
    const connection = await connectMongo(infrastructure.mongoUrl('accounts'))
    await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
    const context = await createContext(connection, systemClock)
    const demos = await Promise.all(Array.from({ length: 10 }, () => seedDemo(context)))
    expect(demos.filter(Boolean)).toHaveLength(1)
    expect(await connection.collection('organizations').countDocuments()).toBe(2)
  })

  test('one of three simultaneous processes creates the demo and prints its credentials', async () => {
    await using infrastructure = await createInfrastructure()
    const mongoUrl = infrastructure.mongoUrl('accounts')
    const printed = await Promise.all([1, 2, 3].map(() => seed({ MONGODB_URL: mongoUrl })))
    const [line = '', ...others] = printed.filter(Boolean)
    expect(others).toEqual([])
    expect(line.endsWith('}\n')).toBe(true)
    const demo = JSON.parse(line)
    const credentials = {
      organization_id: expect.stringMatching(/^org_/),
      email: 'demo@usher.test',
      password: expect.stringMatching(/^[\w-]{24}$/),
      api_key: expect.stringMatching(/^usk_/),
      test_api_key: expect.stringMatching(/^usk_test_/),
      oauth: {
        client_id: expect.stringMatching(/^oac_/),
        client_secret: expect.stringMatching(/^uos_/),
      },
    }
    expect(demo).toEqual({ ...credentials, second: { ...credentials, email: 'demo2@usher.test' } })
    expect(demo.second.password).not.toBe(demo.password)
    for (const { organization_id, api_key, test_api_key } of [demo, demo.second]) {
      const keys = await operator(mongoUrl).results('list-keys', '--organization', organization_id)
      const both = [api_key, test_api_key].map((key) => ({ last4: key.slice(-4), livemode: key === api_key }))
      expect(keys).toHaveLength(both.length)
      for (const one of both)
        expect(keys).toContainEqual(expect.objectContaining({ ...one, scopes: ALL_SCOPES, revoked_at: null }))
    }
    expect(await seed({ MONGODB_URL: mongoUrl })).toBe('')
  })

  test('creates nothing when an organisation exists or in production', async () => {
    await using infrastructure = await createInfrastructure()
    const mongoUrl = infrastructure.mongoUrl('accounts')
    expect(await seed({ MONGODB_URL: mongoUrl, NODE_ENV: 'production' })).toBe('')
    await operator(mongoUrl).results('create-organization', '--name', 'Bistro')
    expect(await seed({ MONGODB_URL: mongoUrl })).toBe('')
  })

  test('names MONGODB_URL when it is missing', async () => {
    await expect(seed({})).rejects.toThrow('MONGODB_URL')
  })
})
