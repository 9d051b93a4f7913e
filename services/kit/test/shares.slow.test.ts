import { connectMongo } from '@usher/service-kit'
import { createInfrastructure, until } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { createShares, type Shares } from '../src/store/shares.ts'

let stack: AsyncDisposableStack
let connection: Connection
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('kit'))
  stack.defer(() => connection.destroy())
})
afterEach(() => stack.disposeAsync())

const PARTS = 8
const join = (owner: string, ttlMs = 60_000) =>
  createShares(connection, 'duty', owner, { parts: PARTS, ttlMs })

/** What a replica does in a round: it stops what is another's, and gives it back. */
async function round(shares: Shares): Promise<readonly number[]> {
  const { own, surplus } = await shares.look()
  await shares.giveBack(surplus)
  return own
}

async function settle(...replicas: Shares[]): Promise<(readonly number[])[]> {
  const held: (readonly number[])[] = []
  for (let rounds = 0; rounds < 3; rounds++)
    for (const [index, one] of replicas.entries()) held[index] = await round(one)
  return held
}

const isWhole = (held: readonly (readonly number[])[]) =>
  expect(held.flat().toSorted()).toEqual(Array.from({ length: PARTS }, (_, part) => part))

describe('a duty in eight parts', () => {
  test('belongs to a single replica as a whole, and is shared evenly among two or three', async () => {
    const [a, b, c] = [join('a'), join('b'), join('c')]
    expect((await settle(a))[0]).toHaveLength(PARTS)
    const two = await settle(a, b)
    isWhole(two)
    expect(two.map(({ length }) => length)).toEqual([4, 4])
    const three = await settle(a, b, c)
    isWhole(three)
    expect(three.map(({ length }) => length)).toEqual([3, 3, 2])
  })

  test('does not pass a surplus part to another replica until it is given back', async () => {
    const [a, b] = [join('a'), join('b')]
    await settle(a)
    expect((await b.look()).own).toEqual([])
    const { own, surplus } = await a.look()
    expect([own.length, surplus.length]).toEqual([4, 4])
    expect((await b.look()).own).toEqual([])
    await a.giveBack(surplus)
    expect((await b.look()).own).toEqual(surplus)
  })

  test('passes the parts of a silent replica to the others, and shares again when it returns', async () => {
    const [a, b] = [join('a'), join('b', 200)]
    await settle(a, b)
    isWhole([
      await until('the parts of b', async () => ((await round(a)).length === PARTS ? round(a) : undefined)),
    ])
    expect(await connection.collection<{ _id: string }>('leases').findOne({ _id: 'duty/b' })).toBeNull()
    const back = join('b')
    expect((await back.look()).own).toEqual([])
    isWhole(await settle(a, back))
  })

  test('passes the parts of a replica that leaves in good order at once', async () => {
    const [a, b] = [join('a'), join('b')]
    const [, ofB = []] = await settle(a, b)
    await b.giveBack(ofB)
    await b.leave()
    expect(await round(a)).toHaveLength(PARTS)
  })

  test('never gives a part to two of five replicas that look at the same time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const replicas = names.map((name) => join(name))
    for (let rounds = 0; rounds < 10; rounds++) {
      const held = await Promise.all(replicas.map(async (one) => (await one.look()).own))
      const parts = held.flat()
      expect(new Set(parts).size).toBe(parts.length)
      await Promise.all(replicas.map(round))
    }
    isWhole(await settle(...replicas))
  })
})

describe('a duty without an owner', () => {
  test('never gives a part to two of five replicas that join at the same time', async () => {
    for (let rounds = 0; rounds < 100; rounds++) {
      const replicas = ['a', 'b', 'c', 'd', 'e'].map((owner) =>
        createShares(connection, `duty-${rounds}`, owner, { parts: PARTS, ttlMs: 60_000 }),
      )
      const held = await Promise.all(replicas.map(async (one) => (await one.look()).own))
      expect(new Set(held.flat()).size).toBe(held.flat().length)
    }
  })
})

describe('a single replica at rest', () => {
  const TTL_MS = 60_000
  const REST_MS = 600_000
  const resting = (owner: string) =>
    createShares(connection, 'duty', owner, { parts: PARTS, ttlMs: TTL_MS, restMs: REST_MS })
  const heldForMs = async (owner: string) => {
    const lease = await connection
      .collection<{ _id: string; expires_at: Date }>('leases')
      .findOne({ _id: `duty/${owner}` })
    return (lease?.expires_at.getTime() ?? 0) - Date.now()
  }

  test('keeps its parts for a long time without looking', async () => {
    const a = resting('a')
    await a.look()
    const { own, isAtRest } = await a.look(true)
    expect([own.length, isAtRest]).toEqual([PARTS, true])
    expect(await heldForMs('a')).toBeGreaterThan(REST_MS / 2)
  })

  test('shares its parts with a new replica once it looks again', async () => {
    const [a, b] = [resting('a'), resting('b')]
    await a.look()
    await a.look(true)
    expect((await b.look()).own).toEqual([])
    expect((await a.look(true)).surplus).toHaveLength(PARTS / 2)
    expect(await heldForMs('a')).toBeGreaterThan(TTL_MS / 2)
  })

  test('loses its parts within seconds to a new replica when it was killed', async () => {
    const [a, b] = [resting('a'), resting('b')]
    await a.look()
    await a.look(true)
    expect((await b.look()).own).toEqual([])
    await until('the parts of a', async () => (await round(b)).length === PARTS)
  })

  test('shares again with a new replica that took over its parts, which does not rest then', async () => {
    const [a, b] = [resting('a'), resting('b')]
    await a.look()
    await a.look(true)
    await until('the parts of a', async () => (await round(b)).length === PARTS)
    await b.look(true)
    expect((await b.look(true)).isAtRest).toBe(false)
    expect(await heldForMs('b')).toBeLessThan(REST_MS / 2)
    expect((await a.look(true)).own).toEqual([])
    expect((await b.look(true)).surplus).toHaveLength(PARTS / 2)
  })
})
