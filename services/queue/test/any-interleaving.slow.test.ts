import type { TimelineEntry } from '@usher/contracts'
import { type Answer, type Client, until } from '@usher/test-kit'
import fc from 'fast-check'
import { givenQueue, type Harness, namesInLine, startHarness, timelineOf } from './harness.ts'

let harness: Harness
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

const ON_GUEST = ['seat', 'undo', 'notify', 'no-show', 'remove'] as const
const ON_QUEUE = ['call-next', 'pause', 'resume'] as const

type Step =
  | { kind: (typeof ON_QUEUE)[number] }
  | { kind: 'add'; priority: string | null }
  | { kind: (typeof ON_GUEST)[number]; guest: number }
  | { kind: 'move'; guest: number; position: number }
  | { kind: 'prioritize'; guest: number; priority: string | null }

const guest = fc.nat(20)
const CLASSES = [
  { key: 'vip', name: 'Regulars', level: 2 },
  { key: 'urgent', name: 'Urgent', level: 9 },
]
const priority = fc.constantFrom(null, null, 'vip', 'urgent')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), priority }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...ON_QUEUE) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...ON_GUEST), guest }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      guest,
      position: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('prioritize' as const), guest, priority }),
  },
)

/** Takes a step through one replica; `ids` are the guests so far. */
async function take(one: Step, api: Client, queue: string, ids: string[]): Promise<Answer | undefined> {
  if (one.kind === 'add') {
    const body = { name: 'Ada', priority: one.priority }
    const answer = await api('POST', `/v1/queues/${queue}/guests`, { body })
    if (answer.status === 201) ids.push(answer.body.id)
    return answer
  }
  if (!('guest' in one)) return await api('POST', `/v1/queues/${queue}/${one.kind}`)
  const id = ids[one.guest % Math.max(1, ids.length)]
  if (!id) return undefined
  if (one.kind === 'prioritize')
    return await api('PATCH', `/v1/guests/${id}`, { body: { priority: one.priority } })
  if (one.kind === 'remove') return await api('DELETE', `/v1/guests/${id}`)
  const body = one.kind === 'move' ? { position: one.position } : {}
  return await api('POST', `/v1/guests/${id}/${one.kind}`, { body })
}

/** Each entry goes on where the one before ended, changes of others by one place. */
function expectExplained(entries: readonly TimelineEntry[], position: number | null): void {
  expect(entries[0]).toMatchObject({ type: 'added', position_before: null })
  for (const [index, entry] of entries.slice(1).entries()) {
    expect(entry.position_before).toBe(entries[index]?.position_after)
    if (entry.caused_by === null) continue
    expect(Math.abs((entry.position_after ?? 0) - (entry.position_before ?? 0))).toBe(1)
  }
  expect(entries.at(-1)?.position_after).toBe(position)
}

/** One entry for each event of a guest, in the same order. */
async function expectTold(id: string, entries: readonly TimelineEntry[]): Promise<void> {
  const own = entries.filter(({ caused_by }) => caused_by === null)
  await until(`${own.length} events of ${id}`, () => harness.events.of(id).length >= own.length)
  const events = harness.events.of(id)
  expect(events.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1))
  expect(own.map(({ at }) => at)).toEqual(events.map(({ time }) => time))
}

describe('parallel clients of two replicas', () => {
  test('positions stay dense and the timeline explains each one after operations in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 50 }),
        async (steps) => {
          const queue = await givenQueue(replicas[0], { priority_classes: CLASSES })
          const ids: string[] = []
          const called: string[] = []
          for (let i = 0; i < steps.length; i += 6) {
            const answers = await Promise.all(
              steps.slice(i, i + 6).map(([one, second]) => take(one, replicas[second ? 1 : 0], queue, ids)),
            )
            const calls = steps.slice(i, i + 6).map(([{ kind }], at) => kind === 'call-next' && answers[at])
            for (const answer of calls) if (answer && answer.status === 200) called.push(answer.body.id)
            expect(answers.every((answer) => !answer || answer.status < 500)).toBe(true)
          }
          const [left, right] = await Promise.all(replicas.map((api) => namesInLine(api, queue)))
          expect(left).toEqual(right)
          expect((await replicas[0]('GET', `/v1/queues/${queue}`)).body.waiting_count).toBe(left?.length)
          for (const [index, id] of ids.entries()) {
            const api = replicas[index % 2 === 0 ? 0 : 1]
            const entries = await timelineOf(api, id)
            expectExplained(entries, (await api('GET', `/v1/guests/${id}`)).body.position)
            await expectTold(id, entries)
            const notified = entries.filter(({ type, caused_by }) => type === 'notified' && !caused_by)
            expect(called.filter((one) => one === id).length).toBeLessThanOrEqual(notified.length)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
