import { OPERATIONS, PERSONAL } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Answer, auditNoteOf, type Client } from '@usher/test-kit'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  startHarness,
} from './harness.ts'
import { givenFullDay, join, listed } from './standby-values.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const QUEUE = newId('queue')
const from = (before: unknown, after: unknown) => ({ before, after })
const post = (path: string, body: object) => (api: Client) => api('POST', path, { body })

/** Changes something that was made before. */
const onNew =
  (path: string, made: object, method: 'PUT' | 'PATCH' | 'DELETE', body?: object) =>
  async (api: Client): Promise<Answer> => {
    const { id } = await accepted(api('POST', path, { body: made }))
    return await api(method, `${path}/${id}`, body ? { body } : {})
  }

async function newBooking(api: Client): Promise<string> {
  const type = await givenServiceType(api)
  return (await givenBooking(api, bookingOf(type.id, at('09:00'), { notes: 'Allergic' }))).id
}

const seriesOf = (service_type_id: string) => ({
  ...{ services: [{ service_type_id }], start: at('09:00'), customer: { name: 'Ada' } },
})

interface Case {
  act(api: Client): Promise<Answer>
  readonly changes: object | undefined
}

/** What each operation that is no GET tells of its changes. A new operation needs a line here. */
const CASES: Record<string, Case> = {
  createServiceType: {
    act: post('/api/service-types', { name: 'Cut', duration_minutes: 30 }),
    changes: { name: from(null, 'Cut'), duration_minutes: from(null, 30) },
  },
  updateServiceType: {
    act: onNew('/api/service-types', { name: 'Cut', duration_minutes: 30 }, 'PATCH', { name: 'Trim' }),
    changes: { name: from('Cut', 'Trim') },
  },
  replaceServiceType: {
    act: onNew('/api/service-types', { name: 'Cut', duration_minutes: 30, capacity: 2 }, 'PUT', {
      name: 'Trim',
      duration_minutes: 30,
    }),
    changes: { name: from('Cut', 'Trim'), capacity: from(2, 1) },
  },
  deleteServiceType: {
    act: onNew('/api/service-types', { name: 'Cut', duration_minutes: 30 }, 'DELETE'),
    changes: { name: from('Cut', null) },
  },
  createProvider: { act: post('/api/providers', { name: 'Grace' }), changes: { name: from(null, 'Grace') } },
  updateProvider: {
    act: onNew('/api/providers', { name: 'Grace' }, 'PATCH', {
      time_off: [{ start: at('09:00'), end: at('10:00'), reason: 'Ill' }],
    }),
    changes: { time_off: from(PERSONAL, PERSONAL) },
  },
  deleteProvider: {
    act: onNew('/api/providers', { name: 'Grace' }, 'DELETE'),
    changes: { name: from('Grace', null) },
  },
  createCategory: { act: post('/api/categories', { name: 'Hair' }), changes: { name: from(null, 'Hair') } },
  updateCategory: {
    act: onNew('/api/categories', { name: 'Hair' }, 'PATCH', { position: 3 }),
    changes: { position: from(0, 3) },
  },
  deleteCategory: {
    act: onNew('/api/categories', { name: 'Hair' }, 'DELETE'),
    changes: { archived_at: from(null, expect.any(String)) },
  },
  createProduct: { act: post('/api/products', { name: 'Comb' }), changes: { name: from(null, 'Comb') } },
  updateProduct: {
    act: onNew('/api/products', { name: 'Comb' }, 'PATCH', { sku: '4711' }),
    changes: { sku: from(null, '4711') },
  },
  deleteProduct: {
    act: onNew('/api/products', { name: 'Comb' }, 'DELETE'),
    changes: { archived_at: from(null, expect.any(String)) },
  },
  createBookingSeries: {
    act: async (api) =>
      await api('POST', '/api/booking-series', { body: seriesOf((await givenServiceType(api)).id) }),
    changes: { customer: from(null, PERSONAL), start: from(null, at('09:00')) },
  },
  cancelBookingSeries: {
    async act(api) {
      const body = seriesOf((await givenServiceType(api)).id)
      const { id } = await accepted(api('POST', '/api/booking-series', { body }))
      return await api('POST', `/api/booking-series/${id}/cancel`, { body: { reason: 'Ill' } })
    },
    changes: undefined,
  },
  updateBookingPage: {
    act: (api) => api('PATCH', '/api/booking-page', { body: { slug: 'told-of' } }),
    changes: { slug: from(null, 'told-of') },
  },
  createBooking: {
    async act(api) {
      const type = await givenServiceType(api)
      return await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    },
    changes: { customer: from(null, PERSONAL), start: from(null, at('09:00')) },
  },
  updateBooking: {
    act: async (api) =>
      await api('PATCH', `/api/bookings/${await newBooking(api)}`, {
        body: { start: at('11:00'), notes: 'Nuts' },
      }),
    changes: { start: from(at('09:00'), at('11:00')), notes: from(PERSONAL, PERSONAL) },
  },
  cancelBooking: {
    act: async (api) => await api('POST', `/api/bookings/${await newBooking(api)}/cancel`),
    changes: { status: from('confirmed', 'cancelled') },
  },
  checkInBooking: {
    async act(api) {
      const id = await newBooking(api)
      const ahead = Date.parse(at('09:00')) - harness.clock.now().getTime()
      harness.clock.advance(ahead)
      const answer = await api('POST', `/api/bookings/${id}/check-in`, { body: { queue_id: QUEUE } })
      harness.clock.advance(-ahead)
      return answer
    },
    changes: { queue_id: from(null, QUEUE), checked_in_at: from(null, expect.any(String)) },
  },
  holdSlot: {
    async act(api) {
      const body = { service_type_id: (await givenServiceType(api)).id, start: at('09:00') }
      return await api('POST', '/api/booking-holds', { body })
    },
    changes: undefined,
  },
  releaseHold: {
    async act(api) {
      const type = await givenServiceType(api, { provider_ids: [(await givenProvider(api)).id] })
      const body = { service_type_id: type.id, start: at('09:00') }
      const { id } = await accepted(api('POST', '/api/booking-holds', { body }))
      return await api('DELETE', `/api/booking-holds/${id}`)
    },
    changes: undefined,
  },
  removeStandby: {
    async act() {
      const given = await givenFullDay(harness)
      await join(given)
      const [{ id = '' } = {}] = await listed(given.api)
      return await given.api('DELETE', `/api/standbys/${id}`)
    },
    changes: { status: from('waiting', 'ended'), end_reason: from(null, 'removed') },
  },
}

describe('the audit notes of the booking platform', () => {
  test('covers every operation that may change something', () => {
    const changing = OPERATIONS.filter(
      ({ service, method, scope }) => service === 'booking-platform' && method !== 'get' && scope !== null,
    )
    expect(changing.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort())
  })

  test.each(Object.entries(CASES))(
    'the note of %s has the changes without personal data',
    async (_, { act, changes }) => {
      const answer = await act(harness.client())
      expect(answer.status).toBeLessThan(300)
      const note = auditNoteOf(answer)
      if (changes) expect(note?.changes).toMatchObject(changes)
      else expect(note?.changes).toBeUndefined()
      expect(JSON.stringify(note ?? {})).not.toMatch(/Ada|4155552671|Allergic|Nuts|Ill/)
    },
  )
})
