import type { DemoPartner } from '@usher/local'
import { apiClient, type Client, until } from '@usher/test-kit'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
let organizations: Caller[]
beforeAll(async () => {
  usher = await startOwnUsher()
  organizations = await Promise.all([usher.demo, usher.demo.second].map(createCaller))
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

interface Caller {
  readonly api: Client
  /** Requests by operation and status, as answered. */
  readonly answered: Record<string, number>
  /** The same, as the API reports them. */
  readonly usage: () => Promise<Record<string, number>>
}

async function createCaller({ api_key, email, password }: DemoPartner): Promise<Caller> {
  const { url } = usher.stack
  const signIn = await fetch(`${url}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const [cookie = ''] = signIn.headers.get('set-cookie')?.split(';') ?? []
  return {
    api: apiClient(url, api_key),
    answered: {},
    async usage() {
      const query = 'interval=total&group_by=actor,operation,status'
      const response = await fetch(`${url}/account/usage?${query}`, { headers: { cookie } })
      const { data } = (await response.json()) as { data: Row[] }
      const ofKey = data.filter(({ actor }) => actor.startsWith('key_'))
      return Object.fromEntries(ofKey.map((row) => [`${row.operation} ${row.status}`, row.requests]))
    },
  }
}

interface Row {
  readonly actor: string
  readonly operation: string
  readonly status: number
  readonly requests: number
}

/** Reads, writes, refused and not found requests of both organisations. */
async function sendMixed(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { api, answered } of organizations) {
      const count = (operation: string, status: number) => {
        const key = `${operation} ${status}`
        answered[key] = (answered[key] ?? 0) + 1
      }
      const queue = await api('POST', '/v1/queues', { body: { name: 'Counted' } })
      count('createQueue', queue.status)
      count('listQueues', (await api('GET', '/v1/queues')).status)
      count('getGuest', (await api('GET', '/v1/guests/gst_missing')).status)
      count(
        'addGuest',
        (await api('POST', `/v1/queues/${queue.body.id}/guests`, { body: { name: '' } })).status,
      )
      count('pauseQueue', (await api('POST', `/v1/queues/${queue.body.id}/pause`)).status)
    }
  }
}

async function expectCounted(): Promise<void> {
  for (const { answered, usage } of organizations) {
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((all, count) => all + count, 0)
    const counted = await until('all to be counted', async () => {
      const counts = await usage()
      return sum(counts) >= sum(answered) && counts
    })
    expect(counted).toEqual(answered)
  }
}

describe('API usage of two organisations', () => {
  test('counts each answered call once although the gateway is killed with -9', async () => {
    await sendMixed(20)
    const gateway = usher.stack.process('gateway')
    const { pid } = gateway
    // Served in a later turn of the event loop, so the records of earlier calls are on disk.
    await fetch(`${usher.stack.url}/healthz`)
    gateway.kill('SIGKILL')
    await until('another process', () => gateway.pid !== undefined && gateway.pid !== pid)
    await gateway.waitReady()
    await sendMixed(5)
    await expectCounted()
  })

  test('counts calls answered while RabbitMQ was down once it is back', async () => {
    await usher.killRabbit()
    await sendMixed(10)
    await usher.restartRabbit()
    await sendMixed(2)
    await expectCounted()
  })

  test('counts each call once although the accounts service is killed with -9', async () => {
    await sendMixed(20)
    const accounts = usher.stack.process('accounts')
    const { pid } = accounts
    accounts.kill('SIGKILL')
    await until('another process', () => accounts.pid !== undefined && accounts.pid !== pid)
    await accounts.waitReady()
    await expectCounted()
  })
})
