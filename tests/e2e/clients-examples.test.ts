import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts, repository } from '@usher/local'
import { clientCredentials, Usher } from '@usher/sdk'
import { startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher as RunningUsher } from './stack.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

let usher: RunningUsher
const started: ChildProcess[] = []
beforeAll(async () => {
  usher = await useSharedUsher()
})
afterAll(async () => {
  for (const child of started) {
    const ended = child.exitCode !== null || once(child, 'exit')
    child.kill()
    await ended
  }
  await usher?.[Symbol.asyncDispose]()
})

/** Runs an example; returns the lines that it has printed so far. */
function start(file: string, args: readonly string[], env: Record<string, string>): string[] {
  const script = join(repository, 'clients/examples', file)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { ...process.env, USHER_URL: usher.stack.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return lines
}

const givenQueue = async (name: string): Promise<string> =>
  (await usher.api('POST', '/v1/queues', { body: { name } })).body.id

const add = async (queue: string, name: string): Promise<string> =>
  (await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name } })).body.id

describe('the examples', () => {
  test('chat.ts posts a line for a guest who joins and leaves', async () => {
    await using chat = await startReceiver()
    const [port] = await freePorts(1)
    const queue = await givenQueue('Chat')
    const { body: endpoint } = await usher.api('POST', '/v1/webhook-endpoints', {
      body: { url: `http://127.0.0.1:${port}/`, event_types: ['guest.*'], queue_ids: [queue] },
    })
    const env = { USHER_WEBHOOK_SECRET: endpoint.secret, CHAT_WEBHOOK_URL: chat.url, PORT: `${port}` }
    const lines = start('chat.ts', [], env)
    await until('it listens', () => lines.includes('listening'))
    const guest = await add(queue, 'Ada')
    await usher.api('DELETE', `/v1/guests/${guest}`)
    await until('both lines are in the chat', () => chat.received.length === 2)
    expect(chat.received.map(({ raw }) => JSON.parse(raw.toString()))).toEqual([
      { text: 'Ada joined the line at place 1.' },
      { text: 'Ada left the line.' },
    ])
  })

  test('called.ts prints the name of a guest who is called', async () => {
    const queue = await givenQueue('Screen')
    const guest = await add(queue, 'Grace')
    const lines = start('called.ts', [queue], { USHER_API_KEY: usher.demo.api_key })
    await until('it follows the queue', () => lines.includes('Following Screen'))
    await usher.api('POST', `/v1/guests/${guest}/notify`)
    await until('a name is printed', () => lines.length > 1)
    expect(lines.at(-1)).toBe('Grace')
  })

  test('book.ts books the first free time', async () => {
    const { client_id: clientId, client_secret: clientSecret } = usher.demo.oauth
    const baseUrl = usher.stack.url
    const scopes = ['providers:write', 'service-types:write']
    const partner = new Usher({
      baseUrl,
      accessToken: clientCredentials({ baseUrl, clientId, clientSecret, scopes }),
    })
    const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
    const provider = await partner.providers.create({ name: 'Grace', timezone: 'UTC', weekly_hours })
    const type = { name: 'Haircut', duration_minutes: 30, provider_ids: [provider.id] }
    const service = await partner.serviceTypes.create(type)
    const env = { USHER_CLIENT_ID: clientId, USHER_CLIENT_SECRET: clientSecret }
    const lines = start('book.ts', [service.id, 'Alan Turing', 'alan@example.com'], env)
    await until('it is booked', () => lines.length > 0)
    expect(lines[0]).toMatch(/^confirmed: Alan Turing, \S+Z \(bk_\w+\)$/)
  })
})
