import { inOrder, positionsAfter } from './order.ts'

const at = (id: string, position: number) => ({ id, position })

describe('given the order of a catalogue', () => {
  test('when something goes down, then only what changes its place is written', () => {
    expect(positionsAfter([at('a', 0), at('b', 1), at('c', 2)], 'a', 1)).toEqual([at('b', 0), at('a', 1)])
  })

  test('when none had a position yet, then all after the first are given one', () => {
    const items = [at('a', 0), at('b', 0), at('c', 0)]
    expect(inOrder(items)).toEqual(items)
    expect(positionsAfter(items, 'c', -1)).toEqual([at('c', 1), at('b', 2)])
  })

  test('when the first goes up, then nothing changes', () => {
    expect(positionsAfter([at('a', 0), at('b', 1)], 'a', -1)).toEqual([])
  })
})
