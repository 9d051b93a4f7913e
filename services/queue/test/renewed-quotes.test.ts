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

describe('given a line from which parties are called', () => {
  test('when a party is called, then the guest in the middle is quoted anew, and scored at their call', () => {
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

  test('when the next is called, then the same guest is not quoted again', () => {
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

  test('when nobody else waits, then nobody is quoted anew', () => {
    const { queue, at, renewed } = givenLine(1)
    queue.decide(at(0), notifyGuest)
    expect(renewed()).toEqual([])
    queue.decide(at(0), seatGuest)
    expect(renewed()).toEqual([])
  })

  test('when the guest waited less than two minutes more, then nothing is scored', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.advance(1.9)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('when being seated is undone, then the outcome is gone', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.advance(5)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).toHaveProperty('renewed')
    queue.decide(at(3), undoGuest())
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('when the guest is moved, leaves, is called or goes away, then the quote is dropped at the next call', () => {
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

  test('when a moved guest is called, then nothing is scored', () => {
    const { queue, at } = givenLine(6)
    queue.decide(at(0), seatGuest)
    queue.decide(at(3), (state, guest, act) => moveGuest(state, guest, { position: 1 }, undefined, act))
    queue.advance(9)
    queue.decide(at(3), seatGuest)
    expect(queue.record(at(3)).quote).not.toHaveProperty('renewed')
  })

  test('when the line is long, then at most sixteen are kept, the oldest', () => {
    const { queue, at, renewed } = givenLine(120)
    for (let index = 0; index < 50; index += 1) queue.decide(at(index), seatGuest)
    expect(renewed()).toHaveLength(16)
    expect(renewed()[0]).toBe(60)
  })
})
