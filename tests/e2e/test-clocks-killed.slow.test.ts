import { startReceiver, until } from '@usher/test-kit'
import { type OwnUsher, startOwnUsher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'

const START = '2026-03-02T09:00:00.000Z'
const END = '2026-04-02T09:00:00.000Z'
const GUESTS = 10

let usher: OwnUsher
let tester: Tester
beforeAll(async () => {
  usher = await startOwnUsher()
  tester = await createTester(usher)
})
afterAll(() => usher?.[Symbol.asyncDispose]())

/** Guests who were called and will not come. */
async function callGuests({ byKey }: Clock): Promise<string[]> {
  const body = { name: 'Trial', no_show_after_minutes: 10 }
  const queue = (await byKey('POST', '/v1/queues', { body })).body.id
  const ids: string[] = []
  for (let i = 0; i < GUESTS; i += 1) {
    const guest = { name: `Guest ${i}`, phone: '+14155552671' }
    ids.push((await byKey('POST', `/v1/queues/${queue}/guests`, { body: guest })).body.id)
    await byKey('POST', `/v1/guests/${ids[i]}/notify`)
  }
  return ids
}

const stateOf = async ({ id }: Clock) => (await tester.byKey('GET', `/v1/test/clocks/${id}`)).body

describe('an advancing clock', () => {
  test.each(['test-clocks', 'gateway'] as const)(
    'arrives although %s is killed, with everything done once and on time',
    async (name) => {
      await using receiver = await startReceiver()
      const clock = await tester.startClock(START)
      const endpoint = { url: receiver.url, event_types: ['guest.no_show'] }
      await clock.byKey('POST', '/v1/webhook-endpoints', { body: endpoint })
      const ids = await callGuests(clock)
      const way = tester.byKey('POST', `/v1/test/clocks/${clock.id}/advance`, { body: { to: END } })
      way.catch(() => {})
      await until('the way begins', async () => (await stateOf(clock)).status === 'advancing')
      usher.stack.process(name).kill('SIGKILL')
      const arrived = await until('the arrival', async () => {
        const state = await stateOf(clock).catch(() => undefined)
        return state?.status === 'ready' && state
      })
      expect(arrived.now).toBe(END)
      for (const id of ids) {
        const guest = (await clock.byKey('GET', `/v1/guests/${id}`)).body
        expect(guest).toMatchObject({ status: 'no_show', no_show_at: '2026-03-02T09:10:00.000Z' })
      }
      const told = receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
      expect(new Set(told.map(({ data }) => data.id))).toEqual(new Set(ids))
      expect(new Set(told.map(({ timestamp }) => timestamp))).toEqual(new Set(['2026-03-02T09:10:00.000Z']))
    },
  )
})
