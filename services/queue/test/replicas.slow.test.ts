import { type Client, until } from '@usher/test-kit'
import fc from 'fast-check'
import { givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

type Step =
  | { kind: 'add' }
  | { kind: 'seat' | 'undo' | 'remove' | 'notify'; guest: number }
  | { kind: 'move'; guest: number; position: number }

const guest = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('seat', 'undo', 'remove', 'notify'), guest }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      guest,
      position: fc.integer({ min: 1, max: 20 }),
    }),
  },
)

describe('two replicas of the service', () => {
  test('200 guests added at once through two replicas get the positions 1 to 200', async () => {
    const queue = await givenQueue(replicas[0])
    const adds = Array.from({ length: 200 }, (_, i) =>
      replicas[i % 2 === 0 ? 0 : 1]('POST', `/v1/queues/${queue}/guests`, { body: { name: `Guest ${i}` } }),
    )
    const positions = (await Promise.all(adds)).map(({ body }) => body.position).sort((a, b) => a - b)
    expect(positions).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  test('one replica reads at once what the other has written', async () => {
    const [one, two] = replicas
    const queue = await givenQueue(one)
    for (const name of ['A', 'B', 'C']) {
      const { body } = await one('POST', `/v1/queues/${queue}/guests`, { body: { name } })
      expect((await two('GET', `/v1/guests/${body.id}`)).body.position).toBe(body.position)
    }
    const { body } = await one('GET', `/v1/queues/${queue}/guests`)
    const [a, b, c] = body.data.map(({ id }: { id: string }) => id)
    await one('POST', `/v1/guests/${a}/move`, { body: { position: 3 } })
    expect((await two('GET', `/v1/guests/${a}`)).body.position).toBe(3)
    await two('POST', `/v1/guests/${b}/seat`)
    expect((await one('GET', `/v1/guests/${c}`)).body.position).toBe(1)
  })

  test('keeps all settings that are changed through two replicas in turn', async () => {
    const [one, two] = replicas
    const queue = await givenQueue(one)
    for (const [api, body] of [
      [one, { name: 'Terrace' }],
      [two, { servers: 3 }],
      [one, { service_minutes: 7 }],
    ] as const) {
      expect((await api('PATCH', `/v1/queues/${queue}`, { body })).status).toBe(200)
    }
    const changed = { name: 'Terrace', servers: 3, service_minutes: 7 }
    expect((await two('GET', `/v1/queues/${queue}`)).body).toMatchObject(changed)
  })

  test('positions and event sequences have no gaps after operations in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 40 }),
        async (steps) => {
          const queue = await givenQueue(replicas[0])
          const ids: string[] = []
          const run = async ([one, onSecond]: [Step, boolean]) => {
            const api = replicas[onSecond ? 1 : 0]
            if (one.kind === 'add') {
              const { body } = await api('POST', `/v1/queues/${queue}/guests`, {
                body: { name: `${ids.length}` },
              })
              return ids.push(body.id)
            }
            const id = ids[one.guest % Math.max(1, ids.length)]
            if (!id) return
            if (one.kind === 'remove') return await api('DELETE', `/v1/guests/${id}`)
            const body = one.kind === 'move' ? { position: one.position } : {}
            return await api('POST', `/v1/guests/${id}/${one.kind}`, { body })
          }
          for (let i = 0; i < steps.length; i += 4) await Promise.all(steps.slice(i, i + 4).map(run))

          const [left, right] = await Promise.all(replicas.map((api) => namesInLine(api, queue)))
          expect(left).toEqual(right)
          expect((await replicas[0]('GET', `/v1/queues/${queue}`)).body.waiting_count).toBe(left?.length)
          for (const id of ids) {
            const { headers } = await replicas[1]('GET', `/v1/guests/${id}`)
            const version = Number(headers.get('etag')?.slice(1).split('.')[0])
            await until(`event ${version} of ${id}`, () => harness.events.of(id).length >= version)
            const sequences = harness.events.of(id).map(({ sequence }) => sequence)
            expect(sequences).toEqual(sequences.map((_, index) => index + 1))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
