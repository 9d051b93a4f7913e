import { CLIENT_ADDRESS_HEADER } from '@usher/service-kit'
import type { Answer, Client } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ country: 'US' })
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A queue that guests may join, and the path under which they do. */
async function givenJoinable(limits: object | null = null) {
  const queue = await givenQueue(api, { public_join: true, public_join_limits: limits })
  const { join_url } = (await api('GET', `/v1/queues/${queue}`)).body
  return { queue, path: join_url.replace('http://usher.test', '/public') as string }
}

const joinFrom = (address: string, path: string, { name = 'Fake', open = harness.open(), key = '' } = {}) =>
  open('POST', path, {
    body: { name },
    headers: { [CLIENT_ADDRESS_HEADER]: address, ...(key && { 'idempotency-key': key }) },
  })

const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.code ?? status)

describe('attack: fill a line with fake guests through its join page', () => {
  test('lets one address add no more than the venue allows, over all replicas', async () => {
    const { queue, path } = await givenJoinable({ max_per_address: 5 })
    const replica = harness.open((await harness.start()).url)
    const open = harness.open()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => joinFrom('203.0.113.5', path, { open: n % 2 ? open : replica })),
    )
    const codes = codesOf(answers)
    expect(codes.filter((code) => code === 201)).toHaveLength(5)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(35)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await namesInLine(api, queue)).toHaveLength(5)
  })

  test('lets one address fill half of the line, so that guests elsewhere find room', async () => {
    const { queue, path } = await givenJoinable({ max_waiting: 60 })
    const answers = await Promise.all(Array.from({ length: 60 }, () => joinFrom('203.0.113.11', path)))
    expect(codesOf(answers).filter((code) => code === 201)).toHaveLength(30)
    expect(codesOf(answers).filter((code) => code === 'rate_limited')).toHaveLength(30)
    expect((await joinFrom('203.0.113.12', path)).status).toBe(201)
    const refused = (await api('GET', `/v1/queues/${queue}/refusals`)).body.data
    expect(refused).toMatchObject([{ action: 'join', count: 30 }])
  })

  test('counts the /56 and the /48 of an address of IPv6 as well', async () => {
    const { path } = await givenJoinable({ max_per_address: 1 })
    const join = async (prefix: string) => (await joinFrom(`${prefix}::1`, path)).status
    const same56 = []
    for (let n = 0; n < 5; n += 1) same56.push(await join(`2001:db8:1:1${n.toString().padStart(2, '0')}`))
    expect(same56).toEqual([201, 201, 201, 201, 429])
    const same48 = []
    for (let n = 2; n < 15; n += 1) same48.push(await join(`2001:db8:1:${n.toString(16)}00`))
    expect(same48).toEqual([...Array(12).fill(201), 429])
    expect(await join('2001:db8:2:100')).toBe(201)
  })

  test('hosts of one IPv6 network share a join limit; other networks and queues have their own', async () => {
    const { path } = await givenJoinable({ max_per_address: 1 })
    const { path: elsewhere } = await givenJoinable({ max_per_address: 1 })
    expect((await joinFrom('2001:db8:0:1::1', path)).status).toBe(201)
    expect((await joinFrom('2001:db8:0:1::2', path)).status).toBe(429)
    expect((await joinFrom('2001:db8:0:2::1', path)).status).toBe(201)
    expect((await joinFrom('2001:db8:0:1::2', elsewhere)).status).toBe(201)
  })

  test('refuses public joins once 200 guests wait, while staff still add guests', async () => {
    const { queue, path } = await givenJoinable()
    await Promise.all(Array.from({ length: 200 }, () => givenGuest(api, queue)))
    expect((await joinFrom('203.0.113.6', path)).body.code).toBe('queue_full')
    expect(await givenGuest(api, queue)).toMatch(/^gst_/)
  })
})

describe('attack: have a venue send a link to strangers, in the name of a guest who joins', () => {
  test.each([
    'Win at evil.example',
    'https://evil',
    'www.evil.com',
    'bit。ly/x',
    'x@evil．com',
    't.co',
    'ev\u200bil.com',
    '203.0.113.9',
  ])('answers 400 at /name, with what to change, for the name %s', async (name) => {
    const { queue, path } = await givenJoinable()
    const { status, body } = await joinFrom('203.0.113.9', path, { name })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.errors).toEqual([
      {
        pointer: '/name',
        message: 'must not contain a web address; put a space after each dot',
        code: 'web_address',
      },
    ])
    expect(await namesInLine(api, queue)).toEqual([])
  })
})

describe('guests of a venue that share an address', () => {
  test('lets 60 phones behind one address join within ten minutes', async () => {
    const { queue, path } = await givenJoinable()
    const answers = []
    for (let n = 0; n < 60; n += 1) answers.push(await joinFrom('203.0.113.60', path, { name: `Guest ${n}` }))
    expect(new Set(codesOf(answers))).toEqual(new Set([201]))
    expect(await namesInLine(api, queue)).toHaveLength(60)
  })

  test('lets seven guests join from one address when max_per_address is 7', async () => {
    const { path } = await givenJoinable({ max_per_address: 7 })
    const answers: Answer[] = []
    for (let n = 0; n < 8; n += 1) answers.push(await joinFrom('203.0.113.7', path))
    expect(codesOf(answers)).toEqual([...Array(7).fill(201), 'rate_limited'])
  })

  test('does not count refused or repeated joins against max_per_address', async () => {
    const { path } = await givenJoinable({ max_per_address: 1 })
    const { path: full } = await givenJoinable({ max_per_address: 1, max_waiting: 1 })
    expect((await joinFrom('203.0.113.1', full)).status).toBe(201)
    const from = (key: string, to = path) => joinFrom('203.0.113.8', to, { key })
    expect(codesOf([await from('a', full), await from('b', full)])).toEqual(['queue_full', 'queue_full'])
    const first = await from('one')
    expect([first.status, (await from('two')).status]).toEqual([201, 429])
    const repeated = await from('one')
    expect([repeated.status, repeated.body]).toEqual([201, first.body])
  })
})
