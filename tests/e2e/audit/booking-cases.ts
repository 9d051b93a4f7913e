import { HOUR_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { type Owner, unique } from '../isolation/owner.ts'
import { inThreeDays, RESOURCES } from '../isolation/resources.ts'
import { type Attempt, type Case, idOfAnswer } from './attempt.ts'

/** Operations that take a time: accepted for a free one, refused for a past one. */
const takes = (details: object): Case => {
  const body = async (owner: Owner, start: string) => {
    const { id: service_type_id } = await RESOURCES.bookable.create(owner)
    return { service_type_id, start, ...details }
  }
  return {
    accepted: async (owner) => ({ body: await body(owner, inThreeDays()), resource: idOfAnswer }),
    refused: async (owner) => ({ body: await body(owner, '2020-01-01T00:00:00Z') }),
  }
}

/** A booking of the owner's organisation, as its customer knows it. */
async function ownBooking(owner: Owner): Promise<Attempt> {
  const { id = '', manage_url = '' } = await RESOURCES.booking.create(owner)
  const params = { token: manage_url.slice(manage_url.lastIndexOf('/') + 1) }
  return { params, call: owner.open, actor: 'customer', resource: id }
}

/** Operations of a customer: accepted for an upcoming booking, refused for a cancelled one. */
const byCustomer = (body?: object): Case => ({
  accepted: async (owner) => ({ ...(await ownBooking(owner)), body }),
  async refused(owner) {
    const own = await ownBooking(owner)
    await owner.open('POST', `/public/bookings/${own.params?.token}/cancel`)
    return { ...own, body }
  },
})

/** The booking page of the owner's organisation, with a service type that customers can book on it. */
async function ownPage(owner: Owner) {
  const slug = `page-${unique()}`
  await owner.ask('PATCH', '/api/booking-page', { slug })
  const { id = '' } = await RESOURCES.bookable.create(owner)
  await owner.ask('PATCH', `/api/service-types/${id}`, { online_booking: {} })
  const params = { slug }
  return { type: id, path: `/public/book/${slug}`, by: { params, call: owner.open, actor: 'customer' } }
}

async function heldOnline(owner: Owner) {
  const page = await ownPage(owner)
  const body = { service_type_id: page.type, start: inThreeDays() }
  return { ...page, hold: (await owner.open('POST', `${page.path}/holds`, { body })).body.id }
}

/** Somebody who waits for a time that is free, as they know it. */
async function ownStandby(owner: Owner): Promise<Attempt> {
  const { id = '', token = '' } = await RESOURCES.standby.create(owner)
  return { params: { token }, call: owner.open, actor: 'customer', resource: id }
}

const standbyBody = (service_type_id: string, from: string) => ({
  ...{ service_type_id, windows: [{ from, to: from.replace('T00', 'T12') }] },
  customer: { name: 'Ada', email: `${unique()}@example.com` },
})
/** A booking whose customer can check in now, and the join page of the queue that takes it. */
async function bookingSoon(owner: Owner) {
  const { id: type = '' } = await RESOURCES.bookable.create(owner)
  const bookings = { service_type_ids: [type], mode: 'merge' }
  const queue = await owner.ask('POST', '/v1/queues', { name: 'Desk', public_join: true, bookings })
  const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString()
  const booking = await owner.ask('POST', '/api/bookings', {
    service_type_id: type,
    start,
    customer: CUSTOMER,
  })
  const { id, manage_url: link } = booking
  const lastOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  return { id, link, token: lastOf(link), slug: lastOf(queue.join_url) }
}

const untilTaken = (owner: Owner, token: string) =>
  until('a queue takes the booking', async () => {
    const { body } = await owner.open('GET', `/public/bookings/${token}`)
    return body.can_check_in
  })

const CUSTOMER = { name: 'Ada', email: 'ada@example.com' }

const newContact = () => ({ email: `${unique()}@example.com` })

/** The code that an address was sent, as the sandbox shows it. */
const codeSentTo = (owner: Owner, email: string): Promise<string> =>
  until('a code', async () => {
    const { data } = await owner.ask('GET', '/v1/notifications?limit=100')
    const message = data.find(({ to }: { to: string }) => to === email)
    return /\d{6}/.exec(message?.text ?? '')?.[0]
  })

/** Booking operations whose path has no booking id, and those by the customer's link. */
export const BOOKING_CASES: Readonly<Record<string, Case>> = {
  createBooking: takes({ customer: { name: 'Ada' } }),
  holdSlot: takes({}),
  createBookingSeries: {
    async accepted(owner) {
      const { id: service_type_id } = await RESOURCES.bookable.create(owner)
      const body = { services: [{ service_type_id }], start: inThreeDays(), customer: CUSTOMER }
      return { body, resource: idOfAnswer }
    },
    refused: () => ({ body: { services: [], start: inThreeDays(), customer: CUSTOMER } }),
  },
  updateBookingPage: {
    accepted: (owner) => ({ body: { slug: `page-${unique()}` }, resource: owner.organizationId }),
    refused: () => ({ body: { slug: '-' } }),
  },
  holdOnline: {
    async accepted(owner) {
      const { type, by } = await ownPage(owner)
      return { ...by, body: { service_type_id: type, start: inThreeDays() }, resource: idOfAnswer }
    },
    async refused(owner) {
      const { type, by } = await ownPage(owner)
      return { ...by, body: { service_type_id: type, start: '2020-01-01T00:00:00Z' } }
    },
  },
  bookOnline: {
    async accepted(owner) {
      const { hold, by } = await heldOnline(owner)
      return { ...by, body: { hold_id: hold, customer: CUSTOMER }, resource: /^bk_/ }
    },
    async refused(owner) {
      const { hold, by } = await heldOnline(owner)
      return { ...by, body: { hold_id: hold, customer: { name: 'Ada' } } }
    },
  },
  bookSeriesOnline: {
    async accepted(owner) {
      const { type, by } = await ownPage(owner)
      const services = [{ service_type_id: type }]
      return { ...by, body: { services, start: inThreeDays(), customer: CUSTOMER }, resource: /^ser_/ }
    },
    async refused(owner) {
      const { type, by } = await ownPage(owner)
      const services = [{ service_type_id: type }]
      return { ...by, body: { services, start: '2020-01-01T00:00:00Z', customer: CUSTOMER } }
    },
  },
  joinStandby: {
    async accepted(owner) {
      const { type, by } = await ownPage(owner)
      return { ...by, body: standbyBody(type, inThreeDays()), resource: /^sby_/ }
    },
    async refused(owner) {
      const { type, by } = await ownPage(owner)
      return { ...by, body: standbyBody(type, '2020-01-01T00:00:00Z') }
    },
  },
  acceptStandbyOffer: {
    async accepted(owner) {
      const own = await ownStandby(owner)
      const path = `/public/standby/${own.params?.token}`
      await until('the offer', async () => (await owner.open('GET', path)).body.status === 'offered')
      return own
    },
    async refused(owner) {
      const own = await ownStandby(owner)
      await owner.open('DELETE', `/public/standby/${own.params?.token}`)
      return own
    },
  },
  leaveStandby: {
    accepted: ownStandby,
    refused: ({ open }) => ({ call: open, params: { token: 'unknown' }, reader: null }),
  },
  requestBookingCode: {
    accepted: async (owner) => ({ ...(await ownPage(owner)).by, body: newContact(), resource: /^bkc_/ }),
    async refused(owner) {
      const { by, path } = await ownPage(owner)
      const body = newContact()
      await owner.open('POST', `${path}/codes`, { body })
      return { ...by, body }
    },
  },
  startCustomerSession: {
    async accepted(owner) {
      const { by, path } = await ownPage(owner)
      const contact = newContact()
      const asked = await owner.open('POST', `${path}/codes`, { body: contact })
      const code = await codeSentTo(owner, contact.email)
      const body = { ...contact, code, code_token: asked.body.token }
      return { ...by, body, resource: /^bkc_/ }
    },
    refused: async (owner) => ({
      ...(await ownPage(owner)).by,
      body: { ...newContact(), code: '000000', code_token: 'unknown' },
    }),
  },
  moveOwnBooking: byCustomer({ start: inThreeDays().replace('T00', 'T01') }),
  cancelOwnBooking: byCustomer(),
  checkInOwnBooking: {
    async accepted(owner) {
      const { token, id } = await bookingSoon(owner)
      const params = { token }
      await untilTaken(owner, token)
      return { params, call: owner.open, actor: 'customer', resource: id }
    },
    refused: ownBooking,
  },
  arriveAtQueue: {
    async accepted(owner) {
      const { token, id, slug, link } = await bookingSoon(owner)
      await untilTaken(owner, token)
      return {
        ...{ params: { slug }, body: { contact: link }, call: owner.open },
        ...{ actor: 'customer', resource: id },
      }
    },
    async refused(owner) {
      const { token, slug } = await bookingSoon(owner)
      await untilTaken(owner, token)
      return { params: { slug }, body: { contact: 'nobody' }, call: owner.open, actor: 'customer' }
    },
  },
}
