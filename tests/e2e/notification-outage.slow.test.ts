import { newId } from '@usher/service-kit'
import {
  type Client,
  collectEvents,
  type EventCollector,
  type FakeTwilio,
  inParallel,
  OUT_OF_ORDER,
  scaled,
  startFakeTwilio,
  TOO_MANY,
  type TwilioFault,
  until,
} from '@usher/test-kit'
import { startReplicas } from './replicas.ts'

const MESSAGES = scaled(500)
const SENT_AT_ONCE = 20

/** Injects faults into requests: two fail for now, one is throttled, one is accepted but gets no response. */
const FAULTS: readonly TwilioFault[] = [OUT_OF_ORDER, OUT_OF_ORDER, TOO_MANY, 'cut']
const faultOf = (request: number) => (request % 5 === 0 ? FAULTS[(request / 5) % FAULTS.length] : undefined)

let replicas: Awaited<ReturnType<typeof startReplicas>>
let twilio: FakeTwilio
let events: EventCollector
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  let requests = 0
  twilio = cleanup.use(await startFakeTwilio({ faultOf: () => faultOf(requests++) }))
  const settings = { PUBLIC_URL: 'http://usher.test', TWILIO_API_URL: twilio.url }
  replicas = cleanup.use(await startReplicas({ name: 'notification', settings }))
  events = cleanup.use(await collectEvents(replicas.rabbitUrl))
})
afterAll(() => cleanup.disposeAsync())

/** Sends a message as clients do: retries with the same key until there is a response. */
async function send(api: () => Client, number: number): Promise<string> {
  const body = { to: `+1415555${String(number).padStart(4, '0')}`, text: 'Your table is ready.' }
  const headers = { 'idempotency-key': newId('request') }
  return await until('the message to be taken', async () => {
    const answer = await api()('POST', '/v1/notifications/send', { body, headers }).catch(() => undefined)
    return answer?.status === 202 && answer.body.id
  })
}

interface Stored {
  readonly _id: string
  readonly status: string
  readonly error: { readonly code: string } | null
}

const stored = () => replicas.database.collection<Stored>('notifications')

/** How often Twilio accepted each notification. */
const acceptedTimes = (): Map<string, number> => {
  const ids = twilio.messages.map(({ statusCallback }) => new URL(statusCallback ?? '').searchParams)
  const grouped = Map.groupBy(ids, (params) => params.get('notification_id') ?? '')
  return new Map([...grouped].map(([id, all]) => [id, all.length]))
}

describe(`${MESSAGES} messages through a provider that fails every fifth request`, () => {
  test('are each sent once or reported as failed, although the service is killed twice', async () => {
    let service = await replicas.start()
    const { status } = await service.api('POST', '/account/message-providers', { body: twilio.provider })
    expect(status).toBe(201)
    const killAndStart = async () => {
      await service.kill()
      service = await replicas.start()
    }
    const numbers = [...Array(MESSAGES).keys()]
    const sending = inParallel(numbers, SENT_AT_ONCE, (number) => send(() => service.api, number))
    for (const part of [0.3, 0.6]) {
      const many = () => twilio.messages.length >= part * MESSAGES
      await until(`${part * 100} % at the provider`, many, 600_000)
      await killAndStart()
    }
    const ids = await sending
    const open = () => stored().countDocuments({ status: 'queued' })
    await until('nothing to be under way', async () => (await open()) === 0, 600_000)

    const all = await stored().find().toArray()
    expect(all.map(({ _id }) => _id).sort()).toEqual(ids.toSorted())
    const times = acceptedTimes()
    const wrong = all.filter(({ _id, status }) => {
      const accepted = times.get(_id) ?? 0
      return status === 'sent' ? accepted !== 1 : accepted > 1
    })
    expect(wrong).toEqual([])
    const failed = all.filter(({ status }) => status !== 'sent')
    expect(failed.filter(({ status, error }) => status !== 'failed' || !error)).toEqual([])
    process.stdout.write(
      `${MESSAGES} messages in ${twilio.requests.length} requests: ${MESSAGES - failed.length} sent once, ${failed.length} reported as failed\n`,
    )
    await until('the event of each', () => told().size === MESSAGES)
    expect([...told()].filter(([, types]) => types.length !== 1)).toEqual([])
  }, 1_800_000)
})

const told = () => {
  const ours = events.events.filter(({ type }) => type.startsWith('notification.'))
  const grouped = Map.groupBy(ours, ({ subject }) => subject)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ type }) => type)]))
}
