import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Answer, type Client, sessionClient, until } from '@usher/test-kit'
import { CUSTOMER, createServiceType } from './bookable.ts'
import { inThreeDays } from './isolation/resources.ts'
import { made } from './made.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

const PROCESS = 'booking-platform'

let usher: OwnUsher
let owner: Client
beforeAll(async () => {
  usher = await startOwnUsher()
  owner = await sessionClient(usher.stack.url, usher.demo)
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

/** Kills the service and waits until another process has replaced it. */
async function kill(): Promise<void> {
  const { pid } = usher.stack.process(PROCESS)
  usher.stack.process(PROCESS).kill('SIGKILL')
  await until('another process', () => {
    const now = usher.stack.process(PROCESS).pid
    return now !== undefined && now !== pid
  })
  await usher.stack.process(PROCESS).waitReady()
}

describe('bookings while the booking service is killed with -9', () => {
  test('a hold outlives the kill and can still be booked', async () => {
    const service_type_id = await createServiceType(owner)
    const start = inThreeDays()
    const hold = await made(owner, '/api/booking-holds', { service_type_id, start, minutes: 30 })
    await kill()
    const other = { service_type_id, start, customer: CUSTOMER }
    expect((await owner('POST', '/api/bookings', { body: other })).body.code).toBe('slot_unavailable')
    const booking = await made(owner, '/api/bookings', { hold_id: hold.id, customer: CUSTOMER })
    expect(booking).toMatchObject({ status: 'confirmed', start })
  })

  test('repeated requests book each time once, and no slot stays taken without a booking', async () => {
    const service_type_id = await createServiceType(owner, 5)
    const from = Date.parse(inThreeDays())
    const book = (i: number): Promise<Answer> =>
      owner('POST', '/api/bookings', {
        headers: { 'idempotency-key': `crash-${service_type_id}-${i}` },
        body: {
          service_type_id,
          start: new Date(from + i * 5 * MINUTE_MS).toISOString(),
          customer: CUSTOMER,
        },
      })
    const all = Array.from({ length: 60 }, (_, i) => i)
    let answered = 0
    const first = all.map((i) =>
      book(i)
        .then(() => {
          answered += 1
        })
        .catch(() => {}),
    )
    await until('some answers', () => answered >= 5)
    await kill()
    await Promise.all(first)
    const repeats = await Promise.all(
      all.map((i) =>
        until(`booking ${i}`, async () => {
          const answer = await book(i)
          return answer.status < 500 && answer
        }),
      ),
    )
    expect(repeats.map(({ status }) => status)).toEqual(all.map(() => 201))
    const query = `service_type_id=${service_type_id}&limit=100`
    const { data } = (await owner('GET', `/api/bookings?${query}`)).body
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual(repeats.map(({ body }) => body.id).sort())
  })
})
