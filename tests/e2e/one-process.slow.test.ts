import { type Receiver, sessionClient, startReceiver, until } from '@usher/test-kit'
import { CUSTOMER, createServiceType } from './bookable.ts'
import { inThreeDays } from './isolation/resources.ts'
import { made } from './made.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  usher = await startOwnUsher({}, { oneProcess: true })
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
})

const guestsToldOf = (): string[] =>
  receiver.received
    .map(({ raw }) => JSON.parse(raw.toString()))
    .filter(({ event }) => event === 'guest.added')
    .map(({ data }) => data.id)

describe('all services in one process', () => {
  test('send messages and webhooks for a guest and write an audit record for a booking', async () => {
    const { api, stack } = usher
    expect(Object.keys(stack.pids()).filter((name) => name !== 'local-google')).toEqual(['usher'])
    await made(api, '/v1/webhook-endpoints', { url: receiver.url })
    const queue = await made(api, '/v1/queues', { name: 'Door' })
    const guest = await made(api, `/v1/queues/${queue.id}/guests`, { name: 'Ada', phone: '+14155552671' })
    await until('the webhook', () => guestsToldOf().includes(guest.id))
    await until('the message', async () => {
      const { body } = await api('GET', `/v1/notifications?guest_id=${guest.id}`)
      return body.data?.some(({ status }: { status: string }) => status === 'delivered')
    })
    const owner = await sessionClient(stack.url, usher.demo)
    const booking = await made(owner, '/api/bookings', {
      ...{ service_type_id: await createServiceType(owner), customer: CUSTOMER },
      start: inThreeDays(),
    })
    await until('the audit record', async () => {
      const { body } = await owner('GET', `/account/audit?resource=${booking.id}`)
      return body.data?.length > 0
    })
  })

  test('keep and announce every accepted guest when killed while guests join', async () => {
    const { api, stack } = usher
    const queue = await made(api, '/v1/queues', { name: 'Busy' })
    const accepted: string[] = []
    const add = async (name: string) => {
      const { status, body } = await api('POST', `/v1/queues/${queue.id}/guests`, { body: { name } })
      if (status === 201) accepted.push(body.id)
    }
    const joining = Promise.allSettled(Array.from({ length: 100 }, (_, count) => add(`Guest ${count}`)))
    await until('some to be accepted', () => accepted.length >= 10)
    stack.process('usher').kill('SIGKILL')
    await joining
    await stack.process('usher').waitReady()
    for (const id of accepted) {
      expect((await api('GET', `/v1/guests/${id}`)).body).toMatchObject({ status: 'waiting' })
      await until(`the webhook of ${id}`, () => guestsToldOf().includes(id))
    }
  })

  test('end on their own in time when stopped', async () => {
    await usher.stack.stop()
    expect(usher.stack.pids()).toEqual({})
  })
})
