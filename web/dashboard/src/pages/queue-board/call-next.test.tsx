import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { button, renderWith } from '../../testing/render.tsx'
import { BOOKING, GUEST, pageOf, QUEUE } from '../../testing/samples.ts'
import { refuse } from '../../testing/stub-api.ts'
import { Board } from './board.tsx'
import { GuestFacts } from './guest-row.tsx'
import { lineQuery } from './queries.ts'
import { whysOf } from './why-words.ts'

const idOf = (number: number) => `gst_01h455vb4pex5vsknk084s${String(number).padStart(4, '0')}`

const GUESTS: Schemas['Guest'][] = [
  { ...GUEST, id: idOf(1), name: 'Walter', position: 1, rank: 'a1' },
  {
    ...{ ...GUEST, id: idOf(2), name: 'Bea', position: 2, rank: 'a2' },
    booking: { id: BOOKING.id, start: '2026-05-05T09:30:00.000Z', cancelled: false },
  },
]

const entryOf = (
  { id, name, booking }: Schemas['Guest'],
  why: Schemas['LineWhy'][],
): Schemas['LineEntry'] => ({
  ...{ kind: 'guest', guest_id: id, booking_id: booking?.id ?? null, name, party_size: 2 },
  ...{ booked_start: booking?.start ?? null, arrived_at: GUEST.created_at, position: 1 },
  ...{ predicted_start: null, why },
})

const lineWith = (more: Partial<Schemas['QueueLine']>): Schemas['QueueLine'] => ({
  data: [],
  ...{ as_of: '2026-05-05T09:00:00.000Z', is_stale: false, next: null, kept_until: null, line_version: 1 },
  ...more,
})

const RULES: Schemas['QueueBookings'] = {
  ...{ service_type_ids: [BOOKING.service_type_id], mode: 'merge', walk_in_share: 0.3 },
  ...{ early_minutes: 30, late_minutes: 15, tolerance_minutes: 5 },
}

function ShownBoard() {
  const { data } = useQuery(lineQuery(QUEUE.id))
  return data ? <Board queue={{ ...QUEUE, bookings: RULES }} line={data} onHelp={() => {}} /> : null
}

const open = (line: Partial<Schemas['QueueLine']>, answers: Parameters<typeof renderWith>[0] = {}) =>
  renderWith(
    {
      ...{ getQueueLine: lineWith(line), listGuests: { ...pageOf(...GUESTS), line_version: 1 } },
      ...{ getQueue: QUEUE, ...answers },
    },
    <ShownBoard />,
  )

const calledAs = (clause: Schemas['LineClause']) => ({
  callNextGuest: { ...GUESTS[1], status: 'notified', clause },
})

describe('a queue that expects bookings', () => {
  test('says which rule decided after Call next', async () => {
    const next = { guest_id: idOf(2), clause: 'booking_due' } as const
    const { user } = open({ next }, calledAs('booking_due'))
    await user.click(await screen.findByRole('button', { name: 'Call next' }))
    expect(await screen.findByText('Bea was called: Booking is due')).toBeTruthy()
  })

  test('only says who was called when guests are called by arrival', async () => {
    const next = { guest_id: idOf(2), clause: 'arrival' } as const
    const { user } = open({ next }, calledAs('arrival'))
    await user.click(await screen.findByRole('button', { name: 'Call next' }))
    expect(await screen.findByText('Bea was called')).toBeTruthy()
  })

  test('says until when the place is kept for a booking, and calls the first guest anyway on request', async () => {
    const refused = refuse('lane_kept_for_booking', 'The place is kept for a booking.')
    const { user, sent } = open(
      { kept_until: '2026-05-05T09:30:00.000Z' },
      { callNextGuest: refused, notifyGuest: { ...GUESTS[0], status: 'notified' } },
    )
    await user.click(await screen.findByRole('button', { name: 'Call next' }))
    await screen.findByText(/^The place is kept for a booking until .* at the latest\.$/)
    await user.click(button('Call Walter anyway'))
    await waitFor(() => expect(sent('notifyGuest').map(({ params }) => params.id)).toEqual([idOf(1)]))
  })

  test('shows the line by turn, whoever joined first', async () => {
    const [walter, bea] = GUESTS as [Schemas['Guest'], Schemas['Guest']]
    open({ data: [entryOf(bea, ['booking_due']), entryOf(walter, ['arrival'])] })
    await waitFor(() => {
      const names = screen.getAllByRole('button', { name: /^Call (Bea|Walter)$/ })
      expect(names.map((one) => one.getAttribute('aria-label'))).toEqual(['Call Bea', 'Call Walter'])
    })
  })

  test('takes a call back before its message goes', async () => {
    const { user, sent } = open({}, { ...calledAs('arrival'), undoGuest: GUESTS[1] as Schemas['Guest'] })
    await user.click(await screen.findByRole('button', { name: 'Call next' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent('undoGuest').map(({ params }) => params.id)).toEqual([idOf(2)]))
    expect(sent('callNextGuest').map(({ body }) => body)).toEqual([{ message_after_seconds: 5 }])
    expect(await screen.findByRole('button', { name: 'Call Bea' })).toBeTruthy()
  })

  test('says that no guest is left to call when the queue is empty', async () => {
    const { user } = open({}, { callNextGuest: refuse('queue_empty', 'Nobody.') })
    await user.click(await screen.findByRole('button', { name: 'Call next' }))
    expect(await screen.findByText('There is nobody left to call.')).toBeTruthy()
  })
})

describe('a guest whom another member has seated', () => {
  test('is not seated again, and the host is told', async () => {
    const called = { ...GUESTS[0], status: 'notified' as const, notified_at: GUEST.created_at }
    const { user } = open(
      {},
      {
        listGuests: { ...pageOf(called), line_version: 1 },
        seatGuest: refuse('invalid_transition', 'The guest is seated.'),
        getGuest: { ...called, status: 'seated' },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Seat Walter' }))
    expect(await screen.findByText('Another member has already seated Walter')).toBeTruthy()
  })
})

describe('a line of a party of four and a party of two', () => {
  const [walter, bea] = GUESTS as [Schemas['Guest'], Schemas['Guest']]
  const line = [
    { ...walter, party_size: 4 },
    { ...bea, party_size: 2, booking: null },
  ]
  const openParties = (answers: Parameters<typeof renderWith>[0]) =>
    open({}, { listGuests: { ...pageOf(...line), line_version: 1 }, ...answers })
  const bothCan = { getGuest: line[1] as Schemas['Guest'], notifyGuest: { ...bea, status: 'notified' } }

  test('calls the first guest who fits a table of two by its key, at the version just read', async () => {
    const { user, sent } = openParties(bothCan)
    await screen.findByRole('button', { name: 'Call Bea' })
    await user.keyboard('2')
    expect(await screen.findByText('Bea was called')).toBeTruthy()
    const [call] = sent('notifyGuest')
    expect([call?.params.id, call?.headers.get('if-match'), call?.body]).toEqual([
      ...[bea.id, '"1"', { message_after_seconds: 5 }],
    ])
  })

  test('offers each usual table with the guest who would be called', async () => {
    const { user, sent } = openParties(bothCan)
    await user.click(await screen.findByRole('button', { name: 'Next for a table' }))
    expect(await screen.findByRole('menuitem', { name: /^Next for 4\s*Walter$/ })).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: /^Next for 2\s*Bea$/ }))
    await waitFor(() => expect(sent('notifyGuest').map(({ params }) => params.id)).toEqual([bea.id]))
  })

  test.each([
    ['was called just before', { getGuest: { ...bea, status: 'notified' } }],
    ['is changed during the call', { ...bothCan, notifyGuest: refuse('precondition_failed', 'Changed.') }],
  ])('says so, and calls nobody, when the guest %s', async (_, answers) => {
    const { user } = openParties(answers)
    await screen.findByRole('button', { name: 'Call Bea' })
    await user.keyboard('2')
    expect(await screen.findByText('Bea was not called')).toBeTruthy()
  })

  test('says that no party fits a table of one', async () => {
    const { user } = openParties({})
    await screen.findByRole('button', { name: 'Call Bea' })
    await user.keyboard('1')
    expect(await screen.findByText('No party for a table of 1 is waiting')).toBeTruthy()
  })
})

describe('the row of a guest with a booking', () => {
  const shown = (guest: Schemas['Guest'], why = '') =>
    renderWith({}, <GuestFacts guest={guest} why={why} names={QUEUE} />)
  const [, bea] = GUESTS as [Schemas['Guest'], Schemas['Guest']]

  test('shows the booked time, and the reason for the place until the guest is called', () => {
    shown(bea, 'Waits for the booked time')
    expect(screen.getByText(/^Booked for /)).toBeTruthy()
    expect(screen.getByText('Waits for the booked time')).toBeTruthy()
    expect(screen.queryByText('Booking cancelled')).toBeNull()
    shown({ ...bea, status: 'notified', notified_at: GUEST.created_at }, 'Came late')
    expect(screen.queryByText('Came late')).toBeNull()
  })

  test('says that the booking was cancelled', () => {
    shown({ ...bea, booking: { id: BOOKING.id, start: '2026-05-05T09:30:00.000Z', cancelled: true } })
    expect(screen.getByText('Booking cancelled')).toBeTruthy()
  })

  test('gives a reason for guests with a booking and for the next guest only', () => {
    const [walter] = GUESTS as [Schemas['Guest']]
    const third = { ...GUEST, id: idOf(3), name: 'Wanda' }
    const whys = whysOf(
      lineWith({
        data: [
          entryOf(walter, ['backfill']),
          entryOf(bea, ['came_late', 'booking_cancelled']),
          entryOf(third, ['backfill']),
        ],
        next: { guest_id: idOf(1), clause: 'backfill' },
      }),
    )
    expect([...whys]).toEqual([
      [idOf(1), 'Fits before the next booking'],
      [idOf(2), 'Came late'],
    ])
  })
})
