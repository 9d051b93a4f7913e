import type { PrivacyRecords } from '@usher/contracts'
import mongoose from 'mongoose'
import { systemClock } from '../clock.ts'
import { newId } from '../formats/ids.ts'
import type { PersonalData } from './personal-data-store.ts'
import { createPrivacyWalk, type PrivacyPlan } from './privacy-plan.ts'

const NONE = { exported: [], erased: [], isRepeated: false }
const NOTHING = { exported: [], deleted: [], alsoDeleted: [], isRepeated: false }

/** A store with so many records. */
function storeOf(type: string, count: number) {
  let ids = Array.from({ length: count }, (_, index) => `${type}${String(index).padStart(4, '0')}`)
  const page = ({ after, limit }: { after: string; limit: number }) => {
    const found = ids.filter((id) => id > after).slice(0, limit)
    return { found, next: found.length === limit ? found.at(-1) : undefined }
  }
  const store: PersonalData = {
    exportNext: async (_, asked) => {
      const { found, next } = page(asked)
      return { data: found.map((id) => ({ type, id })), next }
    },
    eraseNext: async (_, asked) => {
      const { found, next } = page(asked)
      ids = ids.filter((id) => !found.includes(id))
      return { records: found.length, next }
    },
    expireNext: async () => false,
    organizations: async () => [],
  }
  const deleteAllOf = async () => void ids.splice(0)
  return { ...store, deleteAllOf, add: (id: string) => ids.push(id), left: () => ids.length }
}

/** Does the steps of a request until the last one; keeps what each said. */
async function walk(plan: Partial<PrivacyPlan>, kind: 'export' | 'erasure', subject: object, saved?: object) {
  const next = createPrivacyWalk(
    { service: 'queue', people: NONE, organization: NOTHING, ...plan },
    { clock: systemClock, connection: mongoose.createConnection() },
  )
  const organizationId = newId('organization')
  const origin = { organizationId, actor: 'test', requestId: 'test' }
  const request = {
    organizationId,
    subject: subject as { phone: string },
    isExport: kind === 'export',
    origin,
  }
  const steps: Awaited<ReturnType<typeof next>>[] = []
  let state = saved as Parameters<typeof next>[1]
  do {
    const step = await next(request, state)
    steps.push(step)
    state = step.state
  } while (state && steps.length < 20)
  return steps
}

const PERSON = { phone: '+14155552671' }
const ORGANIZATION = { organization: true }

describe('a walk through the stores of a privacy plan', () => {
  test('exports one store after the other, with 200 records in an answer at most', async () => {
    const people = { ...NONE, exported: [storeOf('a', 150), storeOf('b', 0), storeOf('c', 100)] }
    const steps = await walk({ people }, 'export', PERSON)
    const answers = steps.map(({ answer }) => answer)
    expect(answers).toMatchObject([
      { part: 1, records: 200 },
      { part: 2, records: 50 },
    ])
    const data = answers.flatMap((answer) => (answer?.data ?? []) as PrivacyRecords)
    expect(new Set(data.map(({ id }) => id)).size).toBe(250)
    expect(data.map(({ type }) => type).join('')).toMatch(/^a{150}c{100}$/)
  })

  test('saves the ids of a person before it erases by them', async () => {
    const store = storeOf('a', 1)
    const left: number[] = []
    const identify = async () => {
      left.push(store.left())
      return ['known']
    }
    const people = { ...NONE, identify, erased: [store] }
    const steps = await walk({ people }, 'erasure', PERSON)
    expect(left).toEqual([1, 1])
    expect(steps).toMatchObject([
      { state: { ids: ['known'] } },
      { answer: { part: 1, records: 1, data: null } },
    ])
  })

  test('erases what arrived meanwhile two minutes later if the plan says so', async () => {
    const store = storeOf('a', 201)
    let calls = 0
    const identify = async () => {
      calls += 1
      if (calls === 3) store.add('b')
      return []
    }
    const people = { ...NONE, identify, erased: [store], isRepeated: true }
    const [first, second, third, ...others] = await walk({ people }, 'erasure', PERSON)
    expect([first?.notBefore, first?.answer]).toEqual([undefined, undefined])
    expect(second?.notBefore?.getTime()).toBeGreaterThan(Date.now() + 119_000)
    expect(third).toEqual({ answer: { part: 1, records: 202, data: null } })
    expect(others).toEqual([])
  })

  test('deletes the data of an organisation in batches, counted, and then the rest, not counted', async () => {
    const [first, second, rest] = [storeOf('a', 1_000), storeOf('b', 3), storeOf('c', 5)]
    const counted = { deleteAllOf: async () => 7 }
    const organization = { ...NOTHING, deleted: [first, counted, second], alsoDeleted: [rest] }
    const steps = await walk({ organization }, 'erasure', ORGANIZATION)
    expect(steps.map(({ answer }) => answer?.records)).toEqual([undefined, 1_010])
    expect([first.left(), second.left(), rest.left()]).toEqual([0, 0, 0])
  })

  test('starts over from a state that an earlier version saved', async () => {
    const people = { ...NONE, erased: [storeOf('a', 2)] }
    const steps = await walk({ people }, 'erasure', PERSON, { after: 'z', records: 9, passes: 1 })
    expect(steps).toEqual([{ answer: { part: 1, records: 2, data: null } }])
  })
})
