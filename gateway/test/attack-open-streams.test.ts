import { EVENT_STREAM } from '@usher/contracts'
import { readEvents, until } from '@usher/test-kit'
import { STREAMS_PER_CREDENTIAL } from '../src/limits/plans.ts'
import { startAll } from './support/start.ts'

const STREAM = '/v1/queues/q_1/events'
const AT_ONCE = 50

let all: Awaited<ReturnType<typeof startAll>>
const service = { open: 0, status: 200 }
beforeAll(async () => {
  all = await startAll()
  all.service.answerWith(({ res }) => {
    service.open += 1
    res.on('close', () => {
      service.open -= 1
    })
    res.writeHead(service.status, { 'content-type': EVENT_STREAM })
    if (service.status === 200) res.write('event: a\ndata: 1\n\n')
    else res.end()
  })
})
afterAll(() => all[Symbol.asyncDispose]())

const opened: Awaited<ReturnType<typeof readEvents>>[] = []
afterEach(async () => {
  service.status = 200
  for (const stream of opened.splice(0)) stream.leave()
  await until('all streams to be over', () => service.open === 0)
})

async function open(key: string) {
  const stream = await readEvents(all.url + STREAM, { authorization: `Bearer ${key}` })
  opened.push(stream)
  return stream
}

/** Opens so many streams; gives how many were answered with which status. */
async function openMany(count: number, key: string) {
  const statuses: Record<number, number> = {}
  for (let i = 0; i < count; i += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - i) }, () => open(key))
    for (const { status } of await Promise.all(some)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

describe('the attack: one client opens as many streams as it likes', () => {
  test('answers 429 to a key at its limit of streams until one closes, but not to another key', async () => {
    const key = all.accounts.addKey({ plan: 'standard' })
    const max = STREAMS_PER_CREDENTIAL.standard
    expect(await openMany(max + 20, key)).toEqual({ 200: max, 429: 20 })
    const { status, headers } = await open(key)
    const told = ['retry-after', 'ratelimit-policy', 'ratelimit', 'content-type'].map((name) =>
      headers.get(name),
    )
    expect([status, ...told]).toEqual([
      429,
      '10',
      '"streams";q=500;qu="concurrent-requests"',
      '"streams";r=0;t=10',
      expect.stringMatching(/^application\/problem\+json/),
    ])
    expect((await open(all.accounts.addKey({ plan: 'standard' }))).status).toBe(200)
    opened[0]?.leave()
    await until('a place', async () => (await open(key)).status === 200)
  })

  test('error responses to stream requests do not count as open streams', async () => {
    const key = all.accounts.addKey({ plan: 'standard' })
    service.status = 404
    const max = STREAMS_PER_CREDENTIAL.standard
    expect(await openMany(max + AT_ONCE, key)).toEqual({ 404: max + AT_ONCE })
  })
})
