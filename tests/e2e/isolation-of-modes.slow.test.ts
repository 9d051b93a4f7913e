import { isByMode, OPERATIONS } from '@usher/contracts'
import { type Receiver, readAll, startReceiver } from '@usher/test-kit'
import { expectUnknown } from './isolation/expect-unknown.ts'
import { type Owner, send, signInOwner, withTestData } from './isolation/owner.ts'
import { type Kind, RESOURCES, seen } from './isolation/resources.ts'
import { onOne, TABLE } from './isolation/table.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let receiver: Receiver
let live: Owner
let tests: Owner
beforeAll(async () => {
  usher = await useSharedUsher()
  receiver = await startReceiver()
  live = await signInOwner(usher, usher.demo, { receiverUrl: receiver.url, watch: (client) => client })
  tests = await withTestData(live, usher.stack.url, (client) => client)
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

/** No calendar is connected for test data. */
const OF_LIVE_DATA: readonly Kind[] = ['calendarConnection', 'calendarSync']

const entries = OPERATIONS.filter(isByMode).map((operation) => ({ operation, ...onOne(TABLE[operation.id]) }))
const named = entries.flatMap(({ operation, at, body }) =>
  at && operation.scope !== null ? [{ operation, at, body }] : [],
)

describe.each(['live', 'test'] as const)('access to %s data from the other mode', (mode) => {
  const both = () => (mode === 'live' ? ([live, tests] as const) : ([tests, live] as const))
  const there = named.filter(({ at }) => mode === 'live' || !OF_LIVE_DATA.includes(at))

  test.each(there.map((entry) => [entry.operation.id, entry] as const))(
    '%s answers as for an unknown id and changes nothing',
    async (_, { operation, at, body: given }) => {
      const [owner, other] = both()
      const theirs = await RESOURCES[at].create(owner)
      const body = typeof given === 'function' ? given(theirs) : given
      const before = await seen(owner, at, theirs)
      await expectUnknown(other, operation, { params: theirs, body })
      expect(await seen(owner, at, theirs)).toEqual(before)
    },
  )
})

describe('operations for test data only', () => {
  const ofTests = entries.flatMap(({ operation, naming }) =>
    operation.onlyTest && naming ? [{ operation, naming }] : [],
  )
  test.each(ofTests.map((entry) => [entry.operation.id, entry] as const))(
    '%s finds nothing for a live id, and refuses live credentials with mode_mismatch',
    async (_, { operation, naming }) => {
      const { id = '' } = await RESOURCES[naming.kind].create(live)
      for (const [, call] of tests.credentials(operation)) {
        const found = await send(call, operation, naming.request(id))
        expect(found).toMatchObject({ status: 200, body: { data: [] } })
      }
      for (const [, call] of live.credentials(operation)) {
        const refused = await send(call, operation, naming.request(id))
        expect(refused).toMatchObject({ status: 400, body: { code: 'mode_mismatch' } })
      }
    },
  )
})

describe('lists in live and test mode', () => {
  const lists = entries.filter(
    ({ operation, at }) =>
      !at && operation.scope !== null && 'cursor' in operation.query.shape && !operation.onlyTest,
  )
  test.each(lists.map(({ operation }) => [operation.id, operation] as const))(
    '%s has no item in both modes',
    async (_, { path }) => {
      const idsOf = async ({ call }: Owner) =>
        (await readAll<{ id: string }>(call, `${path}?limit=100`)).map(({ id }) => id)
      const [ids, others] = [await idsOf(live), await idsOf(tests)]
      expect(ids.filter((id) => others.includes(id))).toEqual([])
    },
  )
})
