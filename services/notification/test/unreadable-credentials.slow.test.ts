import { ROLES } from '@usher/contracts'
import { SECOND_MS } from '@usher/service-kit/durations'
import { startReceiver, until } from '@usher/test-kit'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'

const OTHER_KEYS = [{ id: 'other', key: Buffer.alloc(32, 7) }]

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const managerOf = ({ url }: { url: string }) => harness.client({ scopes: [...ROLES.manager] }, url)

async function failuresOf({ url }: { url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const shown = /^usher_work_failures_total\{.*work="message-provider".*\} (\d+)$/m.exec(text)
  return Number(shown?.[1] ?? 0)
}

describe('attack: messages for a provider whose credentials cannot be opened', () => {
  test('a message waits without attempts, goes to another provider, and the first one is used again with its key restored', async () => {
    await using first = await startReceiver()
    await using second = await startReceiver()
    await givenProvider(managerOf(harness.service), { ...ofHttp(first.url), priority: 10 })
    await harness.service[Symbol.asyncDispose]()

    const broken = await harness.start({ secretKeys: OTHER_KEYS })
    const api = managerOf(broken)
    const waiting = await givenNotification(api)
    await until('an attempt that cannot be made', async () => (await failuresOf(broken)) > 0)
    await broken.jobs.dispatcher.drain()
    const { body } = await api('GET', `/v1/notifications/${waiting.id}`)
    expect([body.status, body.attempts]).toEqual(['queued', []])
    const before = await failuresOf(broken)
    await broken.jobs.dispatcher.drain()
    expect((await failuresOf(broken)) - before).toBe(0)

    await givenProvider(api, { ...ofHttp(second.url), priority: 90 })
    harness.clock.advance(11 * SECOND_MS)
    await untilStatus(api, waiting.id, 'sent')
    expect([first.received.length, second.received.length]).toEqual([0, 1])
    await broken[Symbol.asyncDispose]()

    const mended = await harness.start({ secretKeys: [...harness.config.secretKeys, ...OTHER_KEYS] })
    await untilStatus(managerOf(mended), (await givenNotification(managerOf(mended))).id, 'sent')
    expect([first.received.length, second.received.length]).toEqual([1, 1])
  })
})
