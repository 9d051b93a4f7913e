import { moveGuest } from '../src/guests/edits.ts'
import { notifyGuest, removeGuest, seatGuest, undoGuest } from '../src/guests/transitions.ts'
import { deferTurn } from '../src/own-place/own-place-decisions.ts'
import { PureQueue } from './pure-queue.ts'

function givenLine(count: number) {
  const queue = new PureQueue()
  const guests = Array.from({ length: count }, () => queue.add())
  const at = (index: number) => guests[index] ?? ''
  const renewed = () => queue.state.pace.renewed?.map(({ guest }) => guests.indexOf(guest)) ?? []
  return { queue, at, renewed }
}

describe('a line from which parties are called', () => {
  test('renews the quote of the middle guest at a call, and scores it when that guest is called', () => {
    const { queue, at, renewed } = givenLine(6)
    queue.advance(5)
    queue.decide(at(0), notifyGuest)
    expect(renewed()).toEqual([3])
    const [quote] = queue.state.pace.renewed ?? []
    expect(quote).toMatchObject({ guest: at(3), low: 30, at: queue.act.now.getTime() })
    queue.advance(12)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote.renewed).toEqual({ low: 30, high: quote?.high, actual: 12 })
    expect(renewed()).not.toContain(3)
  })

  test('does not renew the quote of the same guest at the next call', () => {
    const { queue, at, renewed } = givenLine(6)
    queue.decide(at(0), seatGuest)
    const before = queue.state.pace.renewed
    queue.advance(5)
    queue.decide(at(1), seatGuest)
    expect(renewed()).toEqual([3, 4])
    expect(queue.state.pace.renewed?.[0]).toEqual(before?.[0])
    queue.decide(at(2), seatGuest)
    expect(renewed()).toEqual([3, 4])
  })

  test('renews no quote when no other guest waits', () => {
    const { queue, at, renewed } = givenLine(1)
    queue.decide(at(0), notifyGuest)
    expect(renewed()).toEqual([])
    queue.decide(at(0), seatGuest)
    expect(renewed()).toEqual([])
  })

  test('scores no renewed quote of a guest called less than two minutes later', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.advance(1.9)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('removes the score of a renewed quote when seating is undone', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.advance(5)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).toHaveProperty('renewed')
    queue.decide(at(3), undoGuest())
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('drops a renewed quote at the next call once the guest moved, left, went away or was called', () => {
    const { queue, at, renewed } = givenLine(12)
    for (const index of [0, 1, 2, 3, 4, 5]) queue.decide(at(index), seatGuest)
    expect(renewed()).toEqual([6, 7, 8, 9])
    queue.decide(at(6), (state, guest, act) => moveGuest(state, guest, { position: 6 }, undefined, act))
    queue.decide(at(7), removeGuest)
    const until = new Date(queue.act.now.getTime() + 600_000).toISOString()
    queue.decide(at(8), deferTurn({ until }))
    queue.decide(at(9), notifyGuest)
    expect(renewed()).toEqual([11])
  })

  test('does not score the renewed quote of a guest who was moved', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.decide(at(3), (state, guest, act) => moveGuest(state, guest, { position: 1 }, undefined, act))
    queue.advance(9)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('keeps at most sixteen renewed quotes, the oldest, in a long line', () => {
    const { queue, at, renewed } = givenLine(120)
    for (let index = 0; index < 50; index += 1) queue.decide(at(index), seatGuest)
    expect(renewed()).toHaveLength(16)
    expect(renewed()[0]).toBe(60)
  })
})
