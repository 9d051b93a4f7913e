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
  /** Request ids in the audit trail, newest first. */
  readonly audited: () => Promise<readonly string[]>
}

async function createCaller({ api_key, email, password }: DemoPartner): Promise<Caller> {
  const { url } = usher.stack
  const signIn = await fetch(`${url}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const [cookie = ''] = signIn.headers.get('set-cookie')?.split(';') ?? []
  const read = async <Entry>(path: string) => {
    const response = await fetch(url + path, { headers: { cookie } })
    return ((await response.json()) as { data: Entry[] }).data
  }
  return {
    api: apiClient(url, api_key),
    answered: {},
    async audited() {
      const records = await read<{ request_id: string }>('/account/audit?limit=100')
      return records.map(({ request_id }) => request_id)
    },
    async usage() {
      const data = await read<Row>('/account/usage?interval=total&group_by=actor,operation,status')
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

test('the audit trail has every change by its event when the gateway is killed with -9 among them', async () => {
  const [{ api, audited }] = organizations as [Caller]
  const queue = (await api('POST', '/v1/queues', { body: { name: 'Killed' } })).body.id
  const gateway = usher.stack.process('gateway')
  const { pid } = gateway
  const accepted: string[] = []
  const add = async (_: unknown, index: number) => {
    const requestId = `killed-${index}`
    const headers = { 'x-request-id': requestId }
    const answer = await api('POST', `/v1/queues/${queue}/guests`, { headers, body: { name: 'Ada' } }).catch(
      () => undefined,
    )
    if (answer?.status === 201) accepted.push(requestId)
    if (accepted.length === 20) gateway.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: 40 }, add))
  await until('another process', () => gateway.pid !== undefined && gateway.pid !== pid)
  await gateway.waitReady()
  expect(accepted.length).toBeGreaterThanOrEqual(20)
  await until('all changes', async () => {
    const known = new Set(await audited())
    return accepted.every((id) => known.has(id))
  })
})
