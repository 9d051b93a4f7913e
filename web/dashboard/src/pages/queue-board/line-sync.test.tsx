import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { GUEST, QUEUE } from '../../testing/samples.ts'
import { stubApi } from '../../testing/stub-api.ts'
import type { Guest } from './line.ts'
import { LineSync } from './line-sync.ts'
import { lineQuery } from './queries.ts'

const idOf = (number: number) => `gst_01h455vb4pex5vsknk084s${String(number).padStart(4, '0')}`

const guestOf = (number: number, given: Partial<Guest> = {}): Guest => ({
  ...GUEST,
  id: idOf(number),
  rank: `a${String(number).padStart(4, '0')}`,
  position: number,
  ...given,
})

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A line of 300 guests at the API, and a board that shows it. */
async function given300() {
  const server = { guests: Array.from({ length: 300 }, (_, i) => guestOf(i + 1)), version: 7 }
  const api = stubApi({
    listGuests({ query }) {
      const from = Number(query.cursor ?? 0)
      const data = server.guests.slice(from, from + 100)
      const next_cursor = from + 100 < server.guests.length ? String(from + 100) : null
      return { data, next_cursor, line_version: server.version }
    },
    getQueue: QUEUE,
  })
  const client = new QueryClient()
  await client.fetchQuery(lineQuery(QUEUE.id))
  const leave = new QueryObserver(client, { ...lineQuery(QUEUE.id), staleTime: 10_000 }).subscribe(() => {})
  const sync = new LineSync(client, QUEUE.id)
  const end = () => {
    leave()
    sync.end()
  }
  const shown = () => client.getQueryData(lineQuery(QUEUE.id).queryKey)?.map(({ id }) => id)
  const waits = () =>
    client.getQueryData(lineQuery(QUEUE.id).queryKey)?.map(({ estimated_wait }) => estimated_wait)
  const pagesRead = () => api.sent('listGuests').length
  const snapshot = (version: number) =>
    sync.hear({ type: 'snapshot', data: { queue: QUEUE, line_version: version } })
  return { server, sync, shown, waits, pagesRead, snapshot, [Symbol.dispose]: end }
}

describe('a board with a line of 300 guests', () => {
  test('shows the right line after each of 50 departures in a minute, with 12 page reads at most', async () => {
    using board = await given300()
    const { server, sync } = board
    const before = board.pagesRead()
    for (let number = 1; number <= 50; number += 1) {
      server.guests = server.guests.filter(({ id }) => id !== idOf(number))
      const gone = guestOf(number, { rank: null, position: null, status: 'seated' })
      const { id, queue_id } = gone
      sync.hear({ type: 'guest.seated', data: { sequence: 2, data: { id, queue_id }, guest: gone } })
      await jest.advanceTimersByTimeAsync(1_200)
      expect(board.shown()).toEqual(server.guests.map((one) => one.id))
    }
    // Three pages each 15 s.
    expect(board.pagesRead() - before).toBeLessThanOrEqual(12)
  })

  test('reads the line again only when the stream starts at a later version', async () => {
    using board = await given300()
    const before = board.pagesRead()
    board.snapshot(board.server.version)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(board.pagesRead()).toBe(before)
    board.server.guests = board.server.guests.slice(1)
    board.server.version += 1
    board.snapshot(board.server.version)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(board.shown()).toEqual(board.server.guests.map(({ id }) => id))
  })

  test('reads the line again after 30 s without an event', async () => {
    using board = await given300()
    board.server.guests = board.server.guests.map((one) => ({ ...one, estimated_wait: 7 }))
    await jest.advanceTimersByTimeAsync(31_000)
    expect(board.waits()).toEqual(board.server.guests.map(() => 7))
  })

  test('reads the line at once when an event has no guest', async () => {
    using board = await given300()
    const { sync, server } = board
    server.guests = server.guests.slice(2)
    sync.hear({ type: 'guest.seated', data: { sequence: 2, data: { id: idOf(1), queue_id: QUEUE.id } } })
    await jest.advanceTimersByTimeAsync(1_000)
    expect(board.shown()).toEqual(server.guests.map(({ id }) => id))
  })
})
