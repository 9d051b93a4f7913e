import { fillSearchKeys, runMigration } from '@usher/service-kit'
import { type Client, partsOf, SEARCHED_NAMES } from '@usher/test-kit'
import mongoose from 'mongoose'
import { guestKeys } from '../src/records/guest-record.ts'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ country: 'US' })
})
afterAll(() => harness[Symbol.asyncDispose]())

const list = async (path: string, search: Record<string, string>) =>
  (await api('GET', `${path}?${new URLSearchParams(search)}`)).body

const namesAt = async (path: string, search: Record<string, string>): Promise<string[]> =>
  (await list(path, { limit: '100', ...search })).data.map(({ name }: { name: string }) => name)

const names = (queue: string, search: Record<string, string>) => namesAt(`/v1/queues/${queue}/guests`, search)

describe('search for guests', () => {
  test('finds words of the name, the e-mail address, tags, and both ends of the phone', async () => {
    const queue = await givenQueue(api)
    await givenGuest(api, queue, { name: 'Ada Lovelace', phone: '+1 415 555 2671' })
    await givenGuest(api, queue, { name: 'Ádám', phone: '+44 20 7946 0958', tags: ['Window seat'] })
    await givenGuest(api, queue, { name: 'Bob', email: 'grace.hopper@example.com' })
    await givenGuest(api, await givenQueue(api), { name: 'Ada elsewhere' })
    expect(await names(queue, { q: 'ADA' })).toEqual(['Ada Lovelace', 'Ádám'])
    expect(await names(queue, { q: 'velace ada' })).toEqual(['Ada Lovelace'])
    expect(await names(queue, { q: '.*' })).toEqual([])
    expect(await names(queue, { q: '(415) 555' })).toEqual(['Ada Lovelace'])
    expect(await names(queue, { q: '2671' })).toEqual(['Ada Lovelace'])
    expect(await names(queue, { q: '+4420' })).toEqual(['Ádám'])
    expect(await names(queue, { q: 'seat' })).toEqual(['Ádám'])
    expect(await names(queue, { q: 'hopper' })).toEqual(['Bob'])
    expect(await names(queue, { q: 'ada', status: 'seated' })).toEqual([])
  })

  test('finds every name by each of its parts, in its queue and among all', async () => {
    const queue = await givenQueue(api)
    for (const name of SEARCHED_NAMES) await givenGuest(api, queue, { name })
    for (const name of SEARCHED_NAMES)
      for (const q of partsOf(name)) {
        const found = { q, inQueue: await names(queue, { q }), amongAll: await namesAt('/v1/guests', { q }) }
        const named = expect.arrayContaining([name])
        expect(found).toEqual({ q, inQueue: named, amongAll: named })
      }
  })

  test('follows changes of a guest, and finds nobody who was anonymised', async () => {
    const queue = await givenQueue(api)
    const id = await givenGuest(api, queue, { name: 'Before' })
    await api('PATCH', `/v1/guests/${id}`, { body: { name: 'Afterwards', phone: '+14155550199' } })
    expect(await names(queue, { q: 'before' })).toEqual([])
    expect(await names(queue, { q: 'afterw' })).toEqual(['Afterwards'])
    expect(await names(queue, { q: '0199' })).toEqual(['Afterwards'])
  })

  test('lists guests of all queues the latest first, page by page, with a cursor for this search alone', async () => {
    const ids: string[] = []
    for (const queue of [await givenQueue(api), await givenQueue(api)])
      for (const name of ['Xerxes 1', 'Other', 'Xerxes 2']) {
        const id = await givenGuest(api, queue, { name })
        if (name !== 'Other') ids.unshift(id)
      }
    await api('POST', `/v1/guests/${ids[0]}/seat`)
    const first = await list('/v1/guests', { q: 'xerxes', limit: '3' })
    const second = await list('/v1/guests', { q: 'xerxes', limit: '3', cursor: first.next_cursor })
    const found = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect([found, second.next_cursor]).toEqual([ids, null])
    expect(await namesAt('/v1/guests', { q: 'xerxes', status: 'seated' })).toEqual(['Xerxes 2'])
    expect(await list('/v1/guests', { q: 'other', cursor: first.next_cursor })).toMatchObject({
      code: 'invalid_cursor',
    })
  })

  test('shows a key that is limited to a queue the guests of that queue alone', async () => {
    const [mine, other] = [await givenQueue(api), await givenQueue(api)]
    for (const queue of [mine, other]) await givenGuest(api, queue, { name: 'Quentin' })
    const key = harness.client({ queue_ids: [mine] })
    const { body } = await key('GET', '/v1/guests?q=quentin')
    expect(body.data.map(({ queue_id }: { queue_id: string }) => queue_id)).toEqual([mine])
  })

  test('goes on with the cursor of a page, which fits no other search', async () => {
    const queue = await givenQueue(api)
    const path = `/v1/queues/${queue}/guests`
    for (const name of ['Ada 1', 'Bob', 'Ada 2', 'Ada 3']) await givenGuest(api, queue, { name })
    const first = await list(path, { q: 'ada', limit: '2' })
    await givenGuest(api, queue, { name: 'Ada 4' })
    const second = await list(path, { q: 'ada', limit: '2', cursor: first.next_cursor })
    const found = [...first.data, ...second.data].map(({ name }: { name: string }) => name)
    expect([found, second.next_cursor]).toEqual([['Ada 1', 'Ada 2', 'Ada 3', 'Ada 4'], null])
    expect(await list(path, { q: 'bob', cursor: first.next_cursor })).toMatchObject({
      code: 'invalid_cursor',
    })
  })

  test('lists who joined in a time range, its end excluded', async () => {
    const queue = await givenQueue(api)
    const times: string[] = []
    for (const name of ['A', 'B', 'C']) {
      const id = await givenGuest(api, queue, { name })
      times.push((await api('GET', `/v1/guests/${id}`)).body.created_at)
      harness.clock.advance(60_000)
    }
    const [a = '', b = '', c = ''] = times
    expect(await names(queue, { created_from: b })).toEqual(['B', 'C'])
    expect(await names(queue, { created_from: a, created_to: c })).toEqual(['A', 'B'])
    expect(await names(queue, { created_to: a })).toEqual([])
    const path = `/v1/queues/${queue}/guests`
    expect(await list(path, { created_from: 'yesterday' })).toMatchObject({ code: 'validation_failed' })
  })

  test('finds guests of before once their keys are filled', async () => {
    const queue = await givenQueue(api)
    await givenGuest(api, queue, { name: 'Oldest of all' })
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    try {
      await connection.collection('guests').updateMany({ queue_id: queue }, { $unset: { search_keys: 1 } })
      expect(await names(queue, { q: 'oldest' })).toEqual([])
      await runMigration(connection, fillSearchKeys('guests', guestKeys))
      expect(await names(queue, { q: 'oldest' })).toEqual(['Oldest of all'])
    } finally {
      await connection.destroy()
    }
  })
})
