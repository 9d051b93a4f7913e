import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ConversationEntry } from '@usher/contracts'
import { until } from '@usher/test-kit'
import { type Running, runUsher } from './stack.ts'

let usher: Running
beforeAll(async () => {
  usher = await runUsher()
}, 120_000)
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
}, 60_000)

const PHONE = '+4915112345678'

const write = async (text: string) => {
  const body = { from: PHONE, text }
  const answer = await usher.api('POST', '/v1/notifications/sandbox/inbound', { body })
  return [answer.status, answer.body.intent]
}

const conversation = async (guest: string): Promise<ConversationEntry[]> =>
  (await usher.api('GET', `/v1/guests/${guest}/conversation`)).body.data

/** Waits until the last thing said to the guest is this, and has arrived. */
const untilTold = (guest: string, text: string) =>
  until(`the answer "${text}"`, async () => {
    const last = (await conversation(guest)).at(-1)
    return last?.text === text && last.status === 'delivered'
  })

describe('given a guest who answers by SMS, through the gateway and the broker', () => {
  test('when it gets late and then they cancel, then conversation, place and timeline agree', async () => {
    const { api } = usher
    const queue = (await api('POST', '/v1/queues', { body: { name: 'Bistro' } })).body.id
    const added = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada', phone: PHONE } })
    const guest = added.body.id
    await until('the first message', async () => (await conversation(guest)).length === 1)
    await api('POST', `/v1/guests/${guest}/notify`)
    await until('the call', async () => (await conversation(guest)).length === 2)

    expect(await write('late 10')).toEqual([202, 'late'])
    await untilTold(guest, 'We keep your place for 10 minutes.')
    const waiting = (await api('GET', `/v1/guests/${guest}`)).body
    expect([waiting.status, waiting.away_until]).toEqual(['waiting', expect.any(String)])

    expect(await write('cancel')).toEqual([202, 'cancel'])
    await untilTold(guest, 'You have left the line.')
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('removed')

    await until('the copy to know', async () => {
      await write('late 10')
      return (await conversation(guest)).at(-1)?.text.startsWith('We do not find you')
    })
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('removed')
    const timeline = (await api('GET', `/v1/guests/${guest}/timeline`)).body.data
    expect(timeline.at(-1)).toMatchObject({ type: 'removed', actor: 'guest' })
  }, 60_000)
})
