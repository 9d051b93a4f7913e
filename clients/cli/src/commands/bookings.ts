import type { components } from '@usher/sdk'
import type { Command } from 'commander'
import { facts } from '../output/facts.ts'
import type { Column } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { setActionWithToken } from './invocation.ts'
import { addPaging, type PagingOptions, wholeNumber } from './options.ts'

type Booking = components['schemas']['Booking']

const COLUMNS: readonly Column<Booking>[] = [
  ['id', ({ id }) => id],
  ['start', ({ start }) => start],
  ['customer', ({ customer }) => customer.name],
  ['status', ({ status }) => status],
  ['service type', ({ service_type_id }) => service_type_id],
]

const bookingText = (booking: Booking): string =>
  facts({
    id: booking.id,
    status: booking.status,
    start: booking.start,
    end: booking.end,
    customer: booking.customer.name,
    'service type': booking.service_type_id,
    provider: booking.provider_id,
  })

type Slot = components['schemas']['Slot']

const SLOTS: readonly Column<Slot>[] = [
  ['start', ({ start }) => start],
  ['end', ({ end }) => end],
  ['seats', ({ seats_left }) => seats_left],
  ['providers', ({ provider_ids }) => provider_ids.join(' ')],
]

const HELP = `
API keys cannot access bookings: sign in with usher login, or set USHER_ACCESS_TOKEN to a token of an OAuth application.`

/** `usher bookings`. */
export function addBookings(program: Command, terminal: Terminal): void {
  const bookings = program
    .command('bookings')
    .description('Bookings and free times')
    .addHelpText('after', HELP)
  addReading(bookings, terminal)
  addTimes(bookings, terminal)
  addWriting(bookings, terminal)
}

interface ListOptions extends PagingOptions {
  readonly status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'no_show'
  readonly from?: string
  readonly to?: string
}

function addReading(bookings: Command, terminal: Terminal): void {
  const list = addPaging(bookings.command('list').description('List bookings in the order of their starts'))
    .option('--status <status>', 'only bookings with this, such as confirmed')
    .option('--from <time>', 'only bookings that start at this time or later, such as 2026-12-24T09:00:00Z')
    .option('--to <time>', 'only bookings that start before this time')
  setActionWithToken<[ListOptions]>(list, terminal, async ({ usher, showPage }, query) => {
    showPage((await usher.GET('/api/bookings', { params: { query } })).data, COLUMNS)
  })
  const get = bookings.command('get <booking>').description('Show a booking')
  setActionWithToken<[string]>(get, terminal, async ({ usher, show }, id) => {
    show((await usher.GET('/api/bookings/{id}', { params: { path: { id } } })).data, bookingText)
  })
}

const DAY_MS = 24 * 3_600_000

function addTimes(bookings: Command, terminal: Terminal): void {
  const times = bookings
    .command('times <service-type>')
    .description('List the free times of a service type')
    .option('--from <time>', 'from this time on (default: now)')
    .option('--to <time>', 'before this time (default: a week after --from)')
  setActionWithToken<[string, { from?: string; to?: string }]>(
    times,
    terminal,
    async (invocation, service_type_id, given) => {
      const from = given.from ?? (await invocation.now()).toISOString()
      const to = given.to ?? new Date(Date.parse(from) + 7 * DAY_MS).toISOString()
      const query = { service_type_id, from, to }
      const { data } = await invocation.usher.GET('/api/availability', { params: { query } })
      invocation.showList(data, SLOTS)
    },
  )
}

interface CreateOptions {
  readonly serviceType: string
  readonly start: string
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly provider?: string
  readonly seats?: number
}

function addWriting(bookings: Command, terminal: Terminal): void {
  const create = bookings
    .command('create')
    .description('Book a free time')
    .requiredOption('--service-type <id>', 'what is booked')
    .requiredOption('--start <time>', 'one of the free times')
    .requiredOption('--name <name>', 'of the customer')
    .option('--phone <number>', 'of the customer, with its country code')
    .option('--email <address>', 'of the customer')
    .option('--provider <id>', 'with whom (default: the least busy)')
    .option('--seats <number>', 'how many seats it takes', wholeNumber)
  setActionWithToken<[CreateOptions]>(create, terminal, async ({ usher, show }, options) => {
    show((await usher.POST('/api/bookings', { body: bookingOf(options) })).data, bookingText)
  })
  const cancel = bookings
    .command('cancel <booking>')
    .description('Cancel a booking: its time is free at once')
    .option('--reason <text>', 'the customer can read it')
  setActionWithToken<[string, { reason?: string }]>(cancel, terminal, async ({ usher, show }, id, body) => {
    const { data } = await usher.POST('/api/bookings/{id}/cancel', { params: { path: { id } }, body })
    show(data, bookingText)
  })
  const checkIn = bookings
    .command('check-in <booking>')
    .description('Put a customer who has arrived into a queue')
    .requiredOption('--queue <id>', 'the queue')
  setActionWithToken<[string, { queue: string }]>(
    checkIn,
    terminal,
    async ({ usher, show }, id, { queue: queue_id }) => {
      const body = { queue_id }
      const { data } = await usher.POST('/api/bookings/{id}/check-in', { params: { path: { id } }, body })
      show(data, bookingText)
    },
  )
}

const bookingOf = ({ serviceType, start, name, phone, email, provider, seats }: CreateOptions) => ({
  service_type_id: serviceType,
  start,
  customer: { name, ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) },
  ...(provider !== undefined && { provider_id: provider }),
  ...(seats !== undefined && { seats }),
})
