import type { Client } from '@usher/test-kit'
import fc from 'fast-check'
import mongoose from 'mongoose'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let database: mongoose.Connection
let replicas: [Client, Client]
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  harness = cleanup.use(await startHarness())
  database = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  cleanup.defer(() => database.destroy())
  replicas = [harness.client(), harness.client({}, (await harness.start()).url)]
})
afterAll(() => cleanup.disposeAsync())

const DATABASE_PAGE = 'limit=100&created_from=2000-01-01T00:00:00Z'

const guest = fc.nat(5)
const step = fc.record({
  onSecond: fc.boolean(),
  kind: fc.constantFrom('rename', 'notify', 'move', 'seat', 'undo', 'transfer', 'read', 'list'),
  guest,
})

/** The collection of each command on guests or queues that the work caused. */
async function askedWhile(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = database
  await db?.command({ profile: 2 })
  await work()
  await db?.command({ profile: 0 })
  const profile = database.collection('system.profile')
  const found = await profile.find({
    ns: { $in: [`${db?.databaseName}.guests`, `${db?.databaseName}.queues`] },
  })
  const asked = (await found.sort({ ts: 1 }).toArray()).filter(({ command }) => !isPolling(command))
  await profile.drop()
  return asked.map(({ ns }) => String(ns).split('.').at(-1) ?? '')
}

/** Queries that look for what to tidy. */
const isPolling = ({ filter = {} }: { filter?: object }) =>
  'no_show_due_at' in filter || 'deleted_at' in filter

describe('guests in line that a replica has cached', () => {
  test('reads and lists cached guests with no database query but the one for the queue', async () => {
    const [api] = replicas
    const queue = await givenQueue(api)
    const ids = [await givenGuest(api, queue), await givenGuest(api, queue), await givenGuest(api, queue)]

    expect(await askedWhile(() => api('GET', `/v1/guests/${ids[1]}`))).toEqual(['queues'])
    expect(await askedWhile(() => api('GET', `/v1/queues/${queue}/guests?limit=2`))).toEqual(['queues'])
  })

  test('shows changes made through the other replica at once', async () => {
    const [one, two] = replicas
    const queue = await givenQueue(one)
    const id = await givenGuest(one, queue, { name: 'Ada' })
    await one('GET', `/v1/guests/${id}`)
    await two('PATCH', `/v1/guests/${id}`, { body: { name: 'Grace' } })

    expect((await one('GET', `/v1/guests/${id}`)).body.name).toBe('Grace')
    expect((await one('GET', `/v1/queues/${queue}/guests`)).body.data[0].name).toBe('Grace')
    await two('POST', `/v1/guests/${id}/seat`)
    expect((await one('GET', `/v1/guests/${id}`)).body.status).toBe('seated')
    expect((await one('GET', `/v1/queues/${queue}/guests`)).body.data).toEqual([])
  })

  test('answers 404 to another organisation and 403 to a key of another queue', async () => {
    const [api] = replicas
    const [queue, other] = [await givenQueue(api), await givenQueue(api)]
    const id = await givenGuest(api, queue)
    const limited = harness.client({ queue_ids: [other] })

    expect((await harness.otherOrganization()('GET', `/v1/guests/${id}`)).status).toBe(404)
    expect((await harness.otherOrganization()('GET', `/v1/queues/${queue}/guests`)).status).toBe(404)
    expect((await limited('GET', `/v1/guests/${id}`)).status).toBe(403)
    expect((await limited('GET', `/v1/queues/${queue}/guests`)).status).toBe(403)
  })

  test('both replicas show what the database holds after operations in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const queues = [await givenQueue(replicas[0]), await givenQueue(replicas[1])]
        const ids: string[] = []
        for (let i = 0; i < 6; i += 1)
          ids.push(await givenGuest(replicas[i % 2] as Client, queues[i % 2] ?? ''))
        const run = async ({ onSecond, kind, guest: index }: (typeof steps)[number], number: number) => {
          const api = replicas[onSecond ? 1 : 0]
          const path = `/v1/guests/${ids[index]}`
          if (kind === 'rename') return await api('PATCH', path, { body: { name: `Guest ${number}` } })
          if (kind === 'read') return await api('GET', path)
          if (kind === 'list') return await api('GET', `/v1/queues/${queues[index % 2]}/guests`)
          if (kind === 'transfer') {
            return await api('POST', `${path}/transfer`, { body: { queue_id: queues[number % 2] } })
          }
          return await api('POST', `${path}/${kind}`, { body: kind === 'move' ? { position: 2 } : {} })
        }
        for (let i = 0; i < steps.length; i += 3) {
          await Promise.all(steps.slice(i, i + 3).map((one, j) => run(one, i + j)))
        }
        for (const api of replicas) {
          for (const queue of queues) {
            const { body } = await api('GET', `/v1/queues/${queue}/guests?${DATABASE_PAGE}`)
            // The version of the line is known of cached guests alone.
            const cached = (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body
            expect({ ...cached, line_version: null }).toEqual({ ...body, line_version: null })
            for (const one of body.data) expect((await api('GET', `/v1/guests/${one.id}`)).body).toEqual(one)
          }
        }
      }),
      { numRuns: 15 },
    )
  })
})
