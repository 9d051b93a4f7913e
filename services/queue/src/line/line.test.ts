import fc from 'fast-check'
import type { Entry } from './entry.ts'
import { Line } from './line.ts'
import { rankAfter, rankAt, rankToReturn } from './rank.ts'

const entries = (line: Line): Entry[] =>
  Array.from({ length: line.size }, (_, index) => line.at(index) as Entry)

describe('a line under any changes', () => {
  test('equals a sorted list after any insertions and removals', () => {
    const change = fc.record({
      insert: fc.boolean(),
      rank: fc.integer({ min: 100, max: 160 }),
      id: fc.nat(3),
      bucket: fc.option(fc.nat(3)),
      version: fc.nat(2),
    })
    fc.assert(
      fc.property(fc.nat(1500), fc.array(change, { maxLength: 300 }), (start, changes) => {
        const key = ({ rank, id }: Entry) => `${rank} ${id}`
        const initial: Entry[] = Array.from({ length: start }, (_, i) => ({
          rank: String(10_000 + i),
          id: 'x',
          bucket: i % 4,
          version: 1,
          joinedAt: 0,
        }))
        const model = new Map(initial.map((entry) => [key(entry), entry]))
        let line = Line.from(initial)
        for (const { insert, rank, id, bucket, version } of changes) {
          const entry = { rank: String(rank), id: String(id), bucket, version, joinedAt: 0 }
          const before = entries(line)
          const next = insert ? line.insert(entry) : line.remove(entry)
          expect(line.size).toBe(before.length)
          line = next
          if (insert) model.set(key(entry), entry)
          else model.delete(key(entry))
        }
        const sorted = [...model.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1))
        expect(entries(line)).toEqual(sorted)
        for (const [index, entry] of sorted.entries()) {
          expect(line.indexOf(entry)).toBe(index)
          if (index % 50 > 0) continue
          const ahead = [0, 1, 2, 3].map(
            (b) => sorted.slice(0, index).filter((one) => one.bucket === b).length,
          )
          expect(line.countsAhead(entry)).toEqual(ahead)
          expect(line.find(entry)).toEqual(entry)
          expect(line.next(300, entry)).toEqual(sorted.slice(index + 1, index + 301))
        }
        const all = [0, 1, 2, 3].map((b) => sorted.filter((one) => one.bucket === b).length)
        expect(line.countsAhead()).toEqual(all)
        const waiting = sorted.filter(({ bucket }) => bucket !== null)
        for (const count of [1, 20])
          expect(line.firstWaiting(count, new Date(0))).toEqual(waiting.slice(0, count))
        expect(line.next(300)).toEqual(sorted.slice(0, 300))
        // A place that nobody holds.
        const nobody = { rank: '130', id: '2x' }
        const behind = sorted.filter((one) => key(one) > '130 2x')
        expect(line.next(300, nobody)).toEqual(behind.slice(0, 300))
      }),
      { numRuns: 50 },
    )
  })

  test('keeps every index right after 3000 joins and 2900 leaves', () => {
    let line = Line.empty
    let tail: string | null = null
    for (let i = 0; i < 3000; i += 1) {
      tail = rankAfter(tail)
      line = line.insert({ id: String(i), rank: tail, bucket: 0, version: 1, joinedAt: 0 })
    }
    for (let i = 0; i < 2900; i += 1) line = line.remove(line.at((i * 7919) % line.size) as Entry)
    expect(entries(line).map((entry) => line.indexOf(entry))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    )
  })

  test('moves put each entry at its position and keep ranks distinct', () => {
    const move = fc.tuple(fc.nat(9), fc.nat(9))
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200 }), (moves) => {
        let tail: string | null = null
        let line = Line.empty
        for (let i = 0; i < 10; i += 1) {
          tail = rankAfter(tail)
          line = line.insert({ id: String(i), rank: tail, bucket: 0, version: 1, joinedAt: 0 })
        }
        for (const [from, to] of moves) {
          const entry = line.at(from) as Entry
          const others = line.remove(entry)
          const rank = rankAt(others, to, tail)
          if (tail === null || rank > tail) tail = rank
          line = others.insert({ ...entry, rank })
          expect(line.at(to)?.id).toBe(entry.id)
        }
        expect(new Set(entries(line).map(({ rank }) => rank)).size).toBe(10)
      }),
    )
  })

  test('gives both entries a place when one returns to a rank that is taken', () => {
    const line = Line.from([
      { id: 'a', rank: 'a0', bucket: 0, version: 1, joinedAt: 0 },
      { id: 'b', rank: 'a1', bucket: 0, version: 1, joinedAt: 0 },
    ])
    const rank = rankToReturn(line, 'a0')
    expect(rank > 'a0' && rank < 'a1').toBe(true)
    expect(
      line.insert({ id: 'c', rank, bucket: 0, version: 1, joinedAt: 0 }).indexOf({ id: 'c', rank }),
    ).toBe(1)
    expect(rankToReturn(line, 'Zz')).toBe('Zz')
  })
})
