import { fillSearchKeys, runMigration } from '@usher/service-kit'
import { partsOf, SEARCHED_NAMES } from '@usher/test-kit'
import mongoose from 'mongoose'
import { customerKeys } from '../src/bookings/customer-store.ts'
import { accepted, at, bookingOf, givenBooking, type Harness, startHarness } from './harness.ts'
import { type GivenPage, givenPage } from './online-values.ts'
import { join } from './standby-values.ts'

let harness: Harness
let page: GivenPage
beforeAll(async () => {
  harness = await startHarness()
  page = await givenPage(harness, { capacity: 100 })
})
afterAll(() => harness[Symbol.asyncDispose]())

type Path = '/api/bookings' | '/api/standbys'

const list = async (path: Path, search: Record<string, string>) =>
  await accepted(page.api('GET', `${path}?${new URLSearchParams({ limit: '100', ...search })}`))

const names = async (path: Path, search: Record<string, string>): Promise<string[]> =>
  (await list(path, search)).data.map(({ customer }: { customer: { name: string } }) => customer.name)

let mailboxes = 0

/** Gives a customer a record behind each of the two doors. */
async function given(path: Path, customer: { name: string; phone?: string; email?: string }) {
  if (path === '/api/bookings')
    return await givenBooking(page.api, bookingOf(page.type.id, at('09:00'), { customer }))
  mailboxes += 1
  return await join(page, { customer: { email: `m${mailboxes}@example.com`, ...customer } })
}

describe.each(['/api/bookings', '/api/standbys'] as const)('search for customers in %s', (path) => {
  test('finds every name by each of its parts', async () => {
    for (const name of SEARCHED_NAMES) await given(path, { name })
    for (const name of SEARCHED_NAMES)
      for (const q of partsOf(name))
        expect({ q, names: await names(path, { q }) }).toEqual({ q, names: expect.arrayContaining([name]) })
  })

  test('finds both ends of the phone, and words of the e-mail address, page by page', async () => {
    const email = 'grace.hopper@example.com'
    for (const name of ['First', 'Second']) await given(path, { name, phone: '+1 415 555 2671', email })
    for (const q of ['2671', '+1 415 555', 'hopper', email])
      expect({ q, names: await names(path, { q }) }).toEqual({ q, names: ['First', 'Second'] })
    const first = await list(path, { q: 'grace', limit: '1' })
    const second = await list(path, { q: 'grace', limit: '1', cursor: first.next_cursor })
    expect([...first.data, ...second.data].map(({ customer }) => customer.name)).toEqual(['First', 'Second'])
    expect(second.next_cursor).toBeNull()
    const other = await page.api('GET', `${path}?q=hopper&limit=1&cursor=${first.next_cursor}`)
    expect(other.body.code).toBe('invalid_cursor')
  })

  test('shows nothing to another organisation', async () => {
    await given(path, { name: 'Quentin' })
    const { body } = await harness.otherOrganization()('GET', `${path}?q=quentin`)
    expect(body.data).toEqual([])
  })

  test('finds customers of before once their keys are filled', async () => {
    await given(path, { name: 'Oldest of all' })
    const name = path.slice('/api/'.length)
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    try {
      await connection.collection(name).updateMany({}, { $unset: { search_keys: 1 } })
      expect(await names(path, { q: 'oldest' })).toEqual([])
      await runMigration(connection, fillSearchKeys(name, customerKeys))
      expect(await names(path, { q: 'oldest' })).toEqual(['Oldest of all'])
    } finally {
      await connection.destroy()
    }
  })
})

test('finds the new name of a customer, and no former one', async () => {
  const { id } = await givenBooking(page.api, bookingOf(page.type.id, at('10:00')))
  const customer = { name: 'Zacharias' }
  await accepted(page.api('PATCH', `/api/bookings/${id}`, { body: { customer: { name: 'Yolanda' } } }))
  await accepted(page.api('PATCH', `/api/bookings/${id}`, { body: { customer } }))
  expect(await names('/api/bookings', { q: 'yolanda' })).toEqual([])
  expect(await names('/api/bookings', { q: 'zach' })).toEqual(['Zacharias'])
})
