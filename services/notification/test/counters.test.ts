import { connectMongo, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { CounterStore } from '../src/limits/counter-store.ts'

/** In the future: the TTL index deletes the counters of past days. */
const noon = new Date('2999-01-01T12:00:00Z')
const one = new Date('2999-01-01T13:00:00Z')
const tomorrow = new Date('2999-01-02T12:00:00Z')

const stack = new AsyncDisposableStack()
let connection: Connection
/** Of two replicas. */
let counters: CounterStore[]
beforeAll(async () => {
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('notification'))
  stack.defer(() => connection.destroy())
  counters = [new CounterStore(connection), new CounterStore(connection)]
  await prepareCollections(connection)
})
afterAll(() => stack.disposeAsync())

function givenNumber() {
  const counted = {
    organizationId: newId('organization'),
    of: 'hash',
    per: 'day',
    max: 5,
    maxPerHour: 3,
  } as const
  /** What so many messages at each replica, all at the same time, come to. */
  return async (each: number, now: Date) => {
    const takes = counters.flatMap((one) => Array.from({ length: each }, () => one.takeOrFull(counted, now)))
    return (await Promise.all(takes)).map((full) => full ?? 'sent').sort()
  }
}

describe('counters of messages to a phone number', () => {
  test('let through exactly the hourly and the daily limit from two replicas at once', async () => {
    const send = givenNumber()
    expect(await send(2, noon)).toEqual(['hour', 'sent', 'sent', 'sent'])
    expect(await send(2, one)).toEqual(['day', 'day', 'sent', 'sent'])
    expect(await send(1, tomorrow)).toEqual(['sent', 'sent'])
  })

  test('let no message through with an hourly limit of 0', async () => {
    const counted = {
      organizationId: newId('organization'),
      of: 'hash',
      per: 'day',
      max: 5,
      maxPerHour: 0,
    } as const
    expect(await counters[0]?.takeOrFull(counted, noon)).toBe('hour')
  })
})
