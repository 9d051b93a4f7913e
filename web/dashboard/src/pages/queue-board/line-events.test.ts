import fc from 'fast-check'
import { GUEST } from '../../testing/samples.ts'
import type { Guest, Line } from './line.ts'
import { type GuestEvent, patched } from './line-sync.ts'

const QUEUE = GUEST.queue_id
const ELSEWHERE = 'q_elsewhere'

type Change = 'add' | 'move' | 'edit' | 'leave' | 'transfer'

const step = fc.record({
  change: fc.constantFrom<Change>('add', 'add', 'move', 'edit', 'leave', 'transfer'),
  whom: fc.nat(),
  rank: fc.stringMatching(/^[a-f]{1,3}$/),
  lag: fc.nat({ max: 2 }),
})

/** What the API would list: in line, by rank, then id. */
const listed = (guests: Iterable<Guest>): Line =>
  [...guests]
    .filter(({ rank, queue_id }) => rank !== null && queue_id === QUEUE)
    .sort((a, b) => (`${a.rank} ${a.id}` < `${b.rank} ${b.id}` ? -1 : 1))
    .map((guest, index) => ({ ...guest, position: index + 1 }))

/** Plays changes: the guests after all of them, and the events, which have the guest as of then or somewhat later. */
function play(steps: readonly { change: Change; whom: number; rank: string; lag: number }[]) {
  const versions = new Map<string, Guest[]>()
  const latest = () => [...versions.values()].flatMap((all) => all.at(-1) ?? [])
  const raised: { id: string; sequence: number; lag: number }[] = []
  steps.forEach(({ change, whom, rank, lag }, at) => {
    const present = listed(latest())
    const old = change === 'add' ? undefined : present[whom % present.length]
    if (change !== 'add' && !old) return
    const guest = old ?? { ...GUEST, id: `g${String(at).padStart(3, '0')}`, rank }
    const all = versions.get(guest.id) ?? []
    versions.set(guest.id, [...all, changedBy(change, guest, rank, at)])
    raised.push({ id: guest.id, sequence: all.length + 1, lag })
  })
  const events = raised.map(({ id, sequence, lag }) => {
    const all = versions.get(id) ?? []
    const [then, read] = [all[sequence - 1], all[Math.min(sequence - 1 + lag, all.length - 1)]] as [
      Guest,
      Guest,
    ]
    return { ...eventOf(then, sequence, false), ...(read.queue_id === QUEUE && { guest: read }) }
  })
  return { guests: latest(), events }
}

const changedBy = (change: Change, guest: Guest, rank: string, at: number): Guest => ({
  ...guest,
  ...(change === 'move' && { rank }),
  ...(change === 'edit' && { notes: `note ${at}` }),
  ...(change === 'leave' && { rank: null, status: 'seated' as const }),
  ...(change === 'transfer' && { queue_id: ELSEWHERE }),
})

const eventOf = (guest: Guest, sequence: number, hasGuest = true): GuestEvent => ({
  sequence,
  data: { id: guest.id, queue_id: guest.queue_id },
  ...(hasGuest && { guest }),
})

describe('a line patched with guest events', () => {
  test('is the line that the API lists, for events in any order and repeated', () => {
    const scenario = fc.tuple(fc.array(step, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 80 }))
    fc.assert(
      fc.property(scenario, ([steps, shuffle]) => {
        const { guests, events } = play(steps)
        const arriving = [...events, ...events]
        shuffle.forEach((from, to) => {
          if (arriving.length > 0)
            arriving.splice(to % arriving.length, 0, ...arriving.splice(from % arriving.length, 1))
        })
        const { line } = patched([], QUEUE, arriving, new Map())
        expect(line.map(({ id, notes, position }) => [id, notes, position])).toEqual(
          listed(guests).map(({ id, notes, position }) => [id, notes, position]),
        )
      }),
    )
  })

  test('is incomplete when an earlier event of the same guest is missing', () => {
    const first = patched([], QUEUE, [eventOf({ ...GUEST, rank: 'a' }, 1)], new Map([[GUEST.id, 0]]))
    expect(first.isIncomplete).toBe(false)
    expect(patched([], QUEUE, [eventOf(GUEST, 3)], new Map([[GUEST.id, 1]])).isIncomplete).toBe(true)
  })

  test('is incomplete after an event without its guest, unless the guest is in another queue now', () => {
    expect(patched([GUEST], QUEUE, [eventOf(GUEST, 2, false)], new Map()).isIncomplete).toBe(true)
    const gone = patched([GUEST], QUEUE, [eventOf({ ...GUEST, queue_id: ELSEWHERE }, 2, false)], new Map())
    expect(gone).toEqual({ line: [], isIncomplete: false })
  })

  test('keeps a returned guest when an event is older than the response with their return', () => {
    const back = { ...GUEST, rank: 'a', updated_at: '2026-12-01T10:00:02.000Z' }
    const gone = { ...back, rank: null, status: 'no_show' as const, updated_at: '2026-12-01T10:00:01.000Z' }
    const seen = new Map([[GUEST.id, 1]])
    const { line } = patched([back], QUEUE, [eventOf(gone, 2)], seen)
    expect(line).toEqual([back])
    const later = { ...gone, updated_at: '2026-12-01T10:00:03.000Z' }
    expect(patched(line, QUEUE, [eventOf(back, 3), eventOf(later, 4)], seen)).toEqual({
      line: [],
      isIncomplete: false,
    })
  })

  test('keeps the same object for a guest whom no event changed', () => {
    const [one, other] = [
      { ...GUEST, id: 'g1', rank: 'a', position: 1 },
      { ...GUEST, id: 'g2', rank: 'b', position: 2 },
    ]
    const { line } = patched([one, other], QUEUE, [eventOf({ ...other, notes: 'now' }, 2)], new Map())
    expect(line[0]).toBe(one)
  })
})
