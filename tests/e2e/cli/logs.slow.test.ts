import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { startCommand } from './terminal.ts'

let usher: Usher
let env: Record<string, string>
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
  env = { USHER_URL: usher.stack.url, USHER_API_KEY: usher.demo.api_key }
})
afterAll(() => cleanup.disposeAsync())

const send = (name: string, id: string) =>
  usher.api('POST', '/v1/queues', { body: { name }, headers: { 'x-request-id': id } })

describe('usher logs tail', () => {
  test('shows each request once, with its status and request ID', async () => {
    const running = startCommand(['logs', 'tail'], { env })
    await send('Bar', 'cli-log-one')
    const shown = await running.shows('cli-log-one')
    expect(shown).toMatch(/^\S+Z {2}201 {2}POST {2}\/v1\/queues {2}\d+ ms {2}.*cli-log-one$/m)
    await send('', 'cli-log-two')
    await running.shows(/400 {2}POST .* validation_failed {2}cli-log-two/)
    expect(running.out.split('cli-log-one')).toHaveLength(2)
    expect(running.out).not.toContain('GET  /v1/requests')
    running.stop()
    expect(await running.exitCode).toBe(0)
  })

  test('shows only failed requests with --failed --json', async () => {
    const running = startCommand(['logs', 'tail', '--failed', '--json'], { env })
    await send('Bar', 'cli-log-three')
    await send('', 'cli-log-four')
    await running.shows('cli-log-four')
    const entries = running.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.every(({ status }) => status >= 400)).toBe(true)
    running.stop()
    expect(await running.exitCode).toBe(0)
  })
})
