import { newId } from '@usher/service-kit'
import { givenLine, lineOf, startOneLine, untilLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const withoutBookings = () =>
  stage.harness.client({ scopes: ['queues:read', 'queues:write', 'guests:read', 'guests:write'] })

describe('a key without the scope bookings:read', () => {
  test('cannot have bookings shown in a queue', async () => {
    const { queue } = await givenLine(stage.api, {}, { mode: 'precedence' })
    const { body } = await stage.api('GET', `/v1/queues/${queue}`)
    const { bookings } = body
    const api = withoutBookings()
    const created = await api('POST', '/v1/queues', { body: { name: 'Mine', bookings } })
    const updated = await api('PATCH', `/v1/queues/${queue}`, { body: { bookings } })
    expect([created, updated].map((one) => [one.status, one.body.code])).toEqual([
      [403, 'insufficient_scope'],
      [403, 'insufficient_scope'],
    ])
  })

  test('sees neither names nor times of bookings in the line of a queue', async () => {
    const { queue, serviceType } = await givenLine(stage.api, {}, { mode: 'precedence' })
    const id = newId('booking')
    await stage.publish(stage.booking(id, serviceType, { in: 5, name: 'Bea' }))
    await stage.beat(stage.api, queue)
    await untilLine(stage.api, queue, ['Bea'])
    expect((await lineOf(withoutBookings(), queue)).data).toEqual([])
  })
})
