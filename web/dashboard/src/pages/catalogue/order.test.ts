import { inOrder, positionsAfter } from './entries-card.tsx'

const at = (id: string, position: number) => ({ id, position })

describe('the order of a catalogue', () => {
  test('writes only the two positions that change when an entry moves down', () => {
    expect(positionsAfter([at('a', 0), at('b', 1), at('c', 2)], 'a', 1)).toEqual([at('b', 0), at('a', 1)])
  })

  test('gives positions to all entries after the first when they had none', () => {
    const items = [at('a', 0), at('b', 0), at('c', 0)]
    expect(inOrder(items)).toEqual(items)
    expect(positionsAfter(items, 'c', -1)).toEqual([at('c', 1), at('b', 2)])
  })

  test('stays the same when the first entry moves up', () => {
    expect(positionsAfter([at('a', 0), at('b', 1)], 'a', -1)).toEqual([])
  })
})
