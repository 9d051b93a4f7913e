import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type Receiver, startReceiver, until } from '@usher/test-kit'
import { allGuests } from './load.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

const CLIENTS = 100
const PAUSE_MS = 100

let usher: OwnUsher
let receiver: Receiver
beforeAll(async () => {
  usher = await startOwnUsher()
  receiver = await startReceiver()
  const body = { url: receiver.url, event_types: ['guest.added'] }
  await usher.api('POST', '/v1/webhook-endpoints', { body })
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const newQueue = async (): Promise<string> =>
  (await usher.api('POST', '/v1/queues', { body: { name: 'Repeated' } })).body.id

/** When to kill the service: milliseconds since the first request, and requests answered with 201. */
type KillCondition = (progress: { readonly ms: number; readonly answered: number }) => boolean

/**
 * Clients that each add the same guest under the same key until it succeeds.
 *
 * @param isTime when to kill the service: clients then start one per millisecond, so that at any moment some have their
 *   response and others are waiting
 */
function startRepeating(queue: string, isTime?: KillCondition) {
  const headers = { 'idempotency-key': randomUUID() }
  const refused: string[] = []
  const start = performance.now()
  let answered = 0
  let isKilled = false
  const killInTime = () => {
    if (isKilled || !isTime?.({ ms: performance.now() - start, answered })) return
    isKilled = true
    usher.stack.process('queue').kill('SIGKILL')
  }
  const add = async (): Promise<Answer | undefined> => {
    try {
      const answer = await usher.api('POST', `/v1/queues/${queue}/guests`, {
        body: { name: 'Once' },
        headers,
      })
      if (answer.status === 201) {
        answered += 1
        return answer
      }
      refused.push(`${answer.status} ${answer.body.code}`)
    } catch (error) {
      refused.push((error as Error).message)
    }
    await delay(PAUSE_MS)
    return undefined
  }
  const watching = setInterval(killInTime, 1)
  const all = Array.from({ length: CLIENTS }, async (_, client) => {
    if (isTime) await delay(client)
    return await until('201', add)
  })
  return { refused, done: Promise.all(all).finally(() => clearInterval(watching)) }
}

/** Must hold however often it was tried: one guest, one response, one event. */
async function expectDoneOnce(queue: string, answers: readonly Answer[]): Promise<void> {
  const guest = answers[0]?.body
  expect(answers.filter(({ body }) => JSON.stringify(body) !== JSON.stringify(guest))).toEqual([])
  expect((await allGuests(usher.api, queue)).map(({ id }) => id)).toEqual([guest.id])
  const marker = (await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Marker' } })).body.id
  const eventsOf = (id: string) => receiver.received.filter(({ raw }) => raw.includes(id))
  await until('the event of the guest after', () => eventsOf(marker).length > 0)
  const ids = eventsOf(guest.id).map(({ headers: { 'webhook-id': id } }) => id)
  expect(new Set(ids).size).toBe(1)
}

const firstTimes = (answers: readonly Answer[]) =>
  answers.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true')

describe(`${CLIENTS} simultaneous requests to add a guest with the same Idempotency-Key`, () => {
  test('add the guest once, and all others receive the same response', async () => {
    const queue = await newQueue()
    const { done, refused } = startRepeating(queue)
    const answers = await done
    expect(refused.filter((reason) => !reason.startsWith('409'))).toEqual([])
    expect(firstTimes(answers)).toHaveLength(1)
    await expectDoneOnce(queue, answers)
  })

  test.each<[string, KillCondition]>([
    ['after 10 ms', ({ ms }) => ms >= 10],
    ['after 40 ms', ({ ms }) => ms >= 40],
    ['at the first answer', ({ answered }) => answered > 0],
  ])('add the guest once when the queue service is killed with -9 %s', async (_, isTime) => {
    const queue = await newQueue()
    const repeating = startRepeating(queue, isTime)
    const answers = await repeating.done
    expect(repeating.refused).not.toEqual([])
    // None, if the first response was lost.
    expect(firstTimes(answers).length).toBeLessThanOrEqual(1)
    await expectDoneOnce(queue, answers)
  })
})
