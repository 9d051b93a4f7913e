import type { Client } from '@usher/test-kit'
import mongoose from 'mongoose'
import { withTags } from '../src/guests/tags.ts'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let database: mongoose.Connection
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
  database = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
})
afterAll(async () => {
  await database.destroy()
  await harness[Symbol.asyncDispose]()
})

const add = (queue: string, details: object) =>
  api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada', ...details } })
const change = (guest: string, body: object) => api('PATCH', `/v1/guests/${guest}`, { body })

describe('the tags of guests', () => {
  test.each([
    ['an empty one', [' '], '/tags/0'],
    ['a long one', ['x'.repeat(41)], '/tags/0'],
    ['one with a comma', ['a,b'], '/tags/0'],
    ['one twice in another case', ['É', 'x', 'é'], '/tags/2'],
    ['21 of them', Array.from({ length: 21 }, (_, n) => `t${n}`), '/tags'],
  ])('answers 400 with a pointer for tags with %s', async (_, tags, pointer) => {
    const answer = await add(await givenQueue(api), { tags })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ pointer }] })
  })

  const list = async (queue: string, query: string) =>
    (await api('GET', `/v1/queues/${queue}/guests?${query}`)).body
  const names = async (queue: string, query: string): Promise<string[]> =>
    (await list(queue, query)).data.map(({ name }: { name: string }) => name)

  async function givenTagged() {
    const queue = await givenQueue(api)
    await givenGuest(api, queue, { name: 'A', tags: ['VIP', 'Window'] })
    await givenGuest(api, queue, { name: 'B', tags: ['vip'] })
    await givenGuest(api, queue, { name: 'C' })
    await givenGuest(api, queue, { name: 'D', tags: ['window', 'Vip'] })
    await givenGuest(api, await givenQueue(api), { name: 'E', tags: ['vip'] })
    return queue
  }

  test('lists guests who have all the given tags, whatever the case', async () => {
    const queue = await givenTagged()
    expect(await names(queue, 'tag=VIP')).toEqual(['A', 'B', 'D'])
    expect(await names(queue, 'tag=vip,window')).toEqual(['A', 'D'])
    expect(await names(queue, 'tag=vip&tag=Window')).toEqual(['A', 'D'])
    expect(await names(queue, 'tag=vi')).toEqual([])
    expect(await names(queue, 'tag=vip&status=seated')).toEqual([])
    expect(await names(queue, 'tag=vip&q=b')).toEqual(['B'])
    expect(await names(queue, 'q=WIN')).toEqual(['A', 'D'])
    expect((await list(queue, 'tag=')).status).toBe(400)
  })

  test('the cursor and link of a tag list work with the same tags alone', async () => {
    const queue = await givenTagged()
    const path = `/v1/queues/${queue}/guests?limit=1`
    const first = await api('GET', `${path}&tag=vip&tag=window`)
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
    const { body } = await api('GET', `/v1/queues/${queue}/guests${next}`)
    expect([first.body.data[0].name, body.data[0].name, body.next_cursor]).toEqual(['A', 'D', null])
    expect((await api('GET', `${path}&tag=vip&cursor=${first.body.next_cursor}`)).body.code).toBe(
      'invalid_cursor',
    )
  })

  test('finds a guest by changed tags, and no longer by the old ones', async () => {
    const queue = await givenTagged()
    const [guest] = (await list(queue, 'tag=window')).data
    await change(guest.id, { tags: ['Bar'] })
    expect(await names(queue, 'tag=window')).toEqual(['D'])
    expect(await names(queue, 'tag=bar')).toEqual(['A'])
  })

  test('finds tags by their index, without sorting', async () => {
    const queue = await givenTagged()
    const guests = database.collection('guests')
    const sought = { queue_id: queue, status: { $in: ['waiting', 'notified'] }, ...withTags(['VIP']) }
    const plan = await guests.find(sought).sort({ rank: 1, _id: 1 }).explain('queryPlanner')
    const winning = JSON.stringify(plan.queryPlanner.winningPlan)
    expect(winning).toContain('queue_id_1_status_1_tag_keys_1_rank_1__id_1')
    expect(winning).not.toContain('"SORT"')
  })
})
