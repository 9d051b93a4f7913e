import { type Client, until } from '@usher/test-kit'
import { givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

const SEATING = {
  ...{ key: 'seating', label: 'Seating', type: 'choice', required: true },
  options: ['Inside', 'Terrace'],
}
const ALLERGY = { key: 'allergy', label: 'Allergies', type: 'text', required: false }
const HIGH_CHAIRS = { key: 'high_chairs', label: 'High chairs', type: 'number', required: false }

const add = (queue: string, details: object) =>
  api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada', ...details } })
const change = (guest: string, body: object) => api('PATCH', `/v1/guests/${guest}`, { body })
const read = async (guest: string) => (await api('GET', `/v1/guests/${guest}`)).body

describe('a queue with custom fields', () => {
  const custom_fields = [SEATING, ALLERGY, HIGH_CHAIRS]

  test('keeps the tags and fields of a new guest, and answers with the specified fields first', async () => {
    const queue = await givenQueue(api, { custom_fields })
    const fields = { seating: 'Inside', allergy: ' nuts ', high_chairs: 2 }
    const { status, body } = await add(queue, { tags: [' VIP ', 'Regular'], fields })
    expect(status).toBe(201)
    expect(Object.keys(body).slice(0, 8)).toEqual(
      ['id', 'name', 'phone', 'party_size', 'position', 'estimated_wait', 'status', 'created_at'], // biome-ignore format: one list
    )
    const kept = { tags: ['VIP', 'Regular'], fields: { ...fields, allergy: 'nuts' } }
    expect(body).toMatchObject(kept)
    expect(await read(body.id)).toMatchObject(kept)
    expect((await api('GET', `/v1/queues/${queue}`)).body.custom_fields).toEqual(custom_fields)
  })

  test.each([
    ['a missing one', { allergy: 'nuts' }, '/fields/seating', 'required'],
    ['null for a required one', { seating: null }, '/fields/seating', 'required'],
    ['no such option', { seating: 'Roof' }, '/fields/seating', 'invalid_value'],
    ['an unknown one', { seating: 'Inside', shoe_size: 44 }, '/fields/shoe_size', 'unknown_field'],
    ['another type', { seating: 'Inside', high_chairs: '2' }, '/fields/high_chairs', 'invalid_value'],
    ['an object', { seating: { $gt: '' } }, '/fields/seating', 'invalid_union'],
    ['a key that is none', { seating: 'Inside', 'a/b.$c': 1 }, '/fields/a~1b.$c', 'invalid_key'],
  ])(
    'answers 400 with a pointer for fields with %s, when adding and when changing a guest',
    async (_, fields, pointer, code) => {
      const queue = await givenQueue(api, { custom_fields })
      const added = await add(queue, { fields })
      expect(added.status).toBe(400)
      expect(added.body.errors).toEqual([{ pointer, code, message: expect.any(String) }])
      if (!('seating' in fields)) return
      const guest = (await add(queue, { fields: { seating: 'Inside' } })).body.id
      expect((await change(guest, { fields })).body.errors).toEqual(added.body.errors)
      expect((await read(guest)).fields).toEqual({ seating: 'Inside' })
    },
  )

  test('merges changed fields, removes those set to null, and replaces tags', async () => {
    const queue = await givenQueue(api, { custom_fields })
    const first = await add(queue, { tags: ['a', 'b'], fields: { seating: 'Inside', allergy: 'nuts' } })
    const { id } = first.body
    const changed = await change(id, { tags: ['C'], fields: { allergy: null, high_chairs: 1 } })
    expect(changed.body).toMatchObject({ tags: ['C'], fields: { seating: 'Inside', high_chairs: 1 } })
    expect(changed.body.fields).not.toHaveProperty('allergy')
    expect((await change(id, { tags: [] })).body.tags).toEqual([])
    const events = await until(
      'the events',
      () => harness.events.of(id).length === 3 && harness.events.of(id),
    )
    await change(id, { tags: [], fields: { high_chairs: 1 } })
    expect((await change(id, { party_size: 2 })).body.fields).toEqual({ seating: 'Inside', high_chairs: 1 })
    await until('the change of size alone', () => harness.events.of(id).length === 4)
    expect(JSON.stringify(events)).not.toContain('Inside')
  })

  test('shows only values that fit changed custom fields, and the others once their fields return', async () => {
    const queue = await givenQueue(api, { custom_fields })
    const values = { seating: 'Inside', allergy: 'nuts', high_chairs: 2 }
    const { id } = (await add(queue, { fields: values })).body
    const now = [{ ...SEATING, options: ['Terrace'] }, { ...ALLERGY, type: 'boolean' }, HIGH_CHAIRS]
    await api('PATCH', `/v1/queues/${queue}`, { body: { custom_fields: now } })
    expect((await read(id)).fields).toEqual({ high_chairs: 2 })
    expect((await change(id, { fields: { high_chairs: 3 } })).status).toBe(200)
    await api('PATCH', `/v1/queues/${queue}`, { body: { custom_fields } })
    expect((await read(id)).fields).toEqual({ ...values, high_chairs: 3 })
  })

  test('a transfer keeps tags, and only the field values that the target queue accepts', async () => {
    const queue = await givenQueue(api, { custom_fields })
    const target = await givenQueue(api, { custom_fields: [HIGH_CHAIRS, { ...ALLERGY, type: 'date' }] })
    const values = { seating: 'Inside', allergy: 'nuts', high_chairs: 2 }
    const { id } = (await add(queue, { tags: ['VIP'], fields: values })).body
    for (const queue_id of [target, queue]) {
      const moved = await api('POST', `/v1/guests/${id}/transfer`, { body: { queue_id } })
      expect(moved.body).toMatchObject({ queue_id, tags: ['VIP'], fields: { high_chairs: 2 } })
    }
    expect((await read(id)).fields).toEqual({ high_chairs: 2 })
  })

  test('exports a column for each custom field, and no cell as a formula', async () => {
    const unset = { key: 'constructor', label: 'Constructor', type: 'text', required: false }
    const queue = await givenQueue(api, { custom_fields: [...custom_fields, unset] })
    await add(queue, { tags: ['=1', 'b'], fields: { seating: 'Inside', allergy: '=1+1', high_chairs: -1 } })
    const { body } = await api('GET', `/v1/queues/${queue}/guests/export`)
    const [head, row] = body.trim().split('\r\n')
    expect(head).toMatch(/,"fields\.seating","fields\.allergy","fields\.high_chairs","fields\.constructor"$/)
    expect(row).toMatch(/,"'=1, b",.*,"Inside","'=1\+1","-1",""$/)
  })

  test.each([
    ['a repeated key', [ALLERGY, { ...SEATING, key: 'allergy' }], '/custom_fields/1/key'],
    ['a key that is none', [{ ...ALLERGY, key: 'Your allergy' }], '/custom_fields/0/key'],
    ['a choice without options', [{ ...ALLERGY, type: 'choice' }], '/custom_fields/0/options'],
    ['options for text', [ALLERGY, { ...SEATING, type: 'text' }], '/custom_fields/1/options'],
    ['an option twice', [{ ...SEATING, options: ['A', 'A'] }], '/custom_fields/0/options'],
    ['an unknown type', [{ ...ALLERGY, type: 'file' }], '/custom_fields/0/type'],
    ['21 fields', Array.from({ length: 21 }, (_, n) => ({ ...ALLERGY, key: `k${n}` })), '/custom_fields'],
  ])('answers 400 with a pointer when custom_fields are set to %s', async (_, given, pointer) => {
    const answer = await api('POST', '/v1/queues', { body: { name: 'Q', custom_fields: given } })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ pointer }] })
  })
})
