import { isForGuests, OPERATIONS, type Operation } from '@usher/contracts'
import { type Answer, type Receiver, readAll, startReceiver } from '@usher/test-kit'
import { undocumented } from './isolation/documented.ts'
import { expectUnknown, inventedLike, said } from './isolation/expect-unknown.ts'
import { lacks } from './isolation/lacks.ts'
import { fill, type Owner, type Params, send, signInOwner, unique } from './isolation/owner.ts'
import { type Kind, RESOURCES, seen } from './isolation/resources.ts'
import { onOne, TABLE } from './isolation/table.ts'
import { watchWith } from './isolation/watch.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let receiver: Receiver
let owner: Owner
let stranger: Owner
const answered = new Set<string>()
const faults = new Set<string>()
beforeAll(async () => {
  usher = await useSharedUsher()
  receiver = await startReceiver()
  const { body: document } = await usher.api('GET', '/openapi.json')
  const watch = watchWith((operation, answer) => {
    answered.add(operation.id)
    for (const fault of undocumented(document, operation, answer)) faults.add(fault)
  })
  owner = await signInOwner(usher, usher.demo, { receiverUrl: receiver.url, watch })
  stranger = await signInOwner(usher, usher.demo.second, { receiverUrl: receiver.url, watch })
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const create = (who: Owner, kind: Kind): Promise<Params> => RESOURCES[kind].create(who)

const entries = OPERATIONS.map((operation) => ({ operation, ...onOne(TABLE[operation.id]) }))
const named = entries.flatMap(({ operation, at, body }) => (at ? [{ operation, at, body }] : []))
const naming = entries.flatMap((entry) =>
  entry.naming && !entry.operation.onlyTest ? [{ ...entry, naming: entry.naming }] : [],
)

/** Responses for ids that match nothing: a refusal, or an empty list if the id is a filter. */
const NOTHING = ['not_found', 'validation_failed', { data: [], next_cursor: null }]

describe("an operation with another organisation's resource in its path", () => {
  test.each(named.map((entry) => [entry.operation.id, entry] as const))(
    '%s answers as for an unknown id and changes nothing',
    async (_, { operation, at, body: given }) => {
      const theirs = await create(owner, at)
      const body = typeof given === 'function' ? given(theirs) : given
      const before = await seen(owner, at, theirs)
      await expectUnknown(stranger, operation, { params: theirs, body })
      expect(await seen(owner, at, theirs)).toEqual(before)
      await expectOwnerMay(operation, { params: theirs, body })
    },
  )
})

describe("an operation with another organisation's resource in its body or query", () => {
  test.each(naming.map((entry) => [entry.operation.id, entry] as const))(
    '%s treats the id like an unknown one',
    async (_, { operation, at, naming: { kind, on = at, isAccepted, request } }) => {
      const theirs = await create(owner, kind)
      const before = await seen(owner, kind, theirs)
      // Create a new one for each, because the first may be accepted.
      const ask = async (id: string) => {
        const params = on ? await create(stranger, on) : {}
        return await send(stranger.call, operation, { params, ...request(id) })
      }
      const [id = ''] = [theirs.id]
      const refused = await ask(id)
      const unknown = await ask(inventedLike(id))
      if (isAccepted) {
        const { status } = operation
        expect([refused.status, unknown.status]).toEqual([status, status])
      } else {
        expect(NOTHING).toContainEqual(refused.body.code ?? refused.body)
        expect(said(refused)).toEqual(said(unknown))
      }
      expect(await seen(owner, kind, theirs)).toEqual(before)
    },
  )
})

describe('lists of two organisations', () => {
  beforeAll(async () => {
    for (const kind of Object.keys(RESOURCES) as Kind[]) {
      for (const who of [owner, stranger]) {
        await create(who, kind)
        await create(who, kind)
      }
    }
  })

  const lists = entries.filter(
    ({ operation }) => 'cursor' in operation.query.shape && !isForGuests(operation.path),
  )

  test.each(
    lists
      .filter(({ at, operation }) => !at && !operation.onlyTest)
      .map(({ operation }) => [operation.id, operation] as const),
  )('%s has no item in both organisations', async (_, operation) => {
    const [ids, others] = [await allIds(owner, operation), await allIds(stranger, operation)]
    expect([ids.length > 1, others.length > 1]).toEqual([true, true])
    expect(ids.filter((id) => others.includes(id))).toEqual([])
  })

  // Requests cannot fill these: only calendars do.
  const filled = lists.filter(
    ({ operation }) =>
      !operation.onlyTest && !['listCalendarConflicts', 'listHeldBookings'].includes(operation.id),
  )

  test.each(filled.map((entry) => [entry.operation.id, entry] as const))(
    "%s refuses the other organisation's cursor with invalid_cursor",
    async (_, { operation, at }) => {
      const [mine, theirs] = at ? [await create(stranger, at), await create(owner, at)] : [{}, {}]
      const first = await page(owner, operation, theirs, '')
      expect(first.body).toMatchObject({ next_cursor: expect.any(String) })
      const cursor = `&cursor=${first.body.next_cursor}`
      expect((await page(owner, operation, theirs, cursor)).status).toBe(200)
      const refused = await page(stranger, operation, mine, cursor)
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } })
    },
  )
})

/** A page of one item. */
const page = ({ call }: Owner, { path }: Operation, params: Params, cursor: string): Promise<Answer> =>
  call('GET', `${fill(path, params)}?limit=1${cursor}`)

async function allIds({ call }: Owner, { path }: Operation): Promise<string[]> {
  return (await readAll<{ id: string }>(call, `${path}?limit=100`)).map(({ id }) => id)
}

describe('the table of operations', () => {
  test('has an entry for each operation, with the resources it names', () => {
    expect(OPERATIONS.flatMap((operation) => lacks(operation, TABLE[operation.id]))).toEqual([])
    const ids = OPERATIONS.map(({ id }) => id)
    expect(Object.keys(TABLE).filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('all responses of this run', () => {
  test('have a status, code, headers and body as the OpenAPI document says', () => {
    expect([...faults].sort()).toEqual([])
    expect(answered.size).toBeGreaterThan(named.length)
  })
})

/** Checks that the owner's same request succeeds, so that only the caller's organisation explains the refusal. */
async function expectOwnerMay(
  operation: Operation,
  request: { params: Params; body: unknown },
): Promise<void> {
  const ask = (headers: Record<string, string>, call = owner.call) =>
    send(call, operation, { ...request, headers })
  await expectGuarded(operation, ask)
  const key = { 'idempotency-key': unique() }
  const done = await ask(key)
  expect(done).toMatchObject({ status: operation.status })
  if (operation.headers?.includes('ETag') && operation.method === 'get') {
    expect(await ask({ 'if-none-match': done.headers.get('etag') ?? '' })).toMatchObject({ status: 304 })
  }
  if (operation.errors.includes('idempotency_mismatch')) {
    const repeated = await ask(key)
    expect(repeated).toMatchObject({ status: done.status, body: done.body })
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(await ask(key, stranger.call)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
}

/** Checks that an operation's documented preconditions are enforced before anything changes. */
async function expectGuarded(
  { method, errors }: Operation,
  ask: (headers: Record<string, string>) => Promise<Answer>,
): Promise<void> {
  if (errors.includes('precondition_failed')) {
    expect(await ask({ 'if-match': '"999999.0"' })).toMatchObject({ body: { code: 'precondition_failed' } })
  }
  if (method !== 'get') {
    expect(await ask({ 'x-csrf-token': 'wrong' })).toMatchObject({ body: { code: 'csrf_failed' } })
  }
}
