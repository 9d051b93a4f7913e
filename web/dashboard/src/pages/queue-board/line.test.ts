import fc from 'fast-check'
import { called, type Guest, isShown, moved, nextToCall, returned, without } from './line.ts'

const guest = (id: string, given: Partial<Guest> = {}): Guest =>
  ({
    id,
    name: id,
    status: 'waiting',
    away_until: null,
    party_size: 2,
    phone: null,
    notes: null,
    tags: [],
    arrived_at: null,
    ...given,
  }) as Guest

const lineOf = (count: number) => Array.from({ length: count }, (_, i) => guest(`g${i}`, { position: i + 1 }))

const ids = (line: readonly Guest[]) => line.map(({ id }) => id)

describe('a line of guests', () => {
  test('keeps positions 1, 2, 3 … and all other guests when guests are moved or removed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), fc.nat(), (count, whom, where) => {
        const line = lineOf(count)
        const id = `g${whom % count}`
        const position = (where % count) + 1
        const after = moved(line, id, position)
        expect(after.map((one) => one.position)).toEqual(line.map((one) => one.position))
        expect(ids(after)[position - 1]).toBe(id)
        expect(ids(after).toSorted()).toEqual(ids(line).toSorted())
        expect(ids(without(after, id)).includes(id)).toBe(false)
        expect(without(after, id)).toHaveLength(count - 1)
      }),
    )
  })

  test('is as before when a guest who left comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), (count, whom) => {
        const line = lineOf(count)
        const gone = line[whom % count] as Guest
        expect(returned(without(line, gone.id), gone)).toEqual(line)
        // An answer of the server may have brought the guest back before.
        expect(returned(line, gone)).toEqual(line)
      }),
    )
  })

  test('stays the same when a guest of another line is moved', () => {
    const line = lineOf(2)
    expect(moved(line, 'other', 1)).toBe(line)
  })

  test('calls next the first guest who is waiting and not away', () => {
    const line = [
      guest('a', { status: 'notified' }),
      guest('b', { away_until: '2026-01-01T00:00:00Z' }),
      guest('c'),
    ]
    expect(nextToCall(line)?.id).toBe('c')
    expect(nextToCall(called(line, 'c', '2026-01-01T00:00:00Z'))).toBeUndefined()
  })

  test.each([
    [1, undefined],
    [2, 'c'],
    [3, 'c'],
    [6, 'b'],
  ])('calls next for a table of %i the first guest whose party fits: %s', (seats, expected) => {
    const parties = { a: 7, b: 5, c: 2, d: 2 }
    const line = Object.entries(parties).map(([id, party_size]) => guest(id, { party_size }))
    expect(nextToCall(line, seats)?.id).toBe(expected)
  })

  test.each([
    ['zoe', true],
    ['ZOË', true],
    ['555 26', true],
    ['wind', true],
    ['bob', false],
  ])('searched for %s shows Zoë: %s', (search, shown) => {
    const zoe = guest('z', { name: 'Zoë', phone: '+14155552671', tags: ['window'] })
    expect(isShown(zoe, 'all', search)).toBe(shown)
    expect(isShown(zoe, 'notified', search)).toBe(false)
  })
})
