import { describe, expect, test } from 'vitest'
import { notifyGuest, undoGuest } from '../src/guests/transitions.ts'
import { deferTurn, reportArrival } from '../src/own-place/own-place-decisions.ts'
import { PureQueue } from './pure-queue.ts'

describe('the reason for a delay', () => {
  test('still counts a party that was called at the same moment as another whose call was taken back', () => {
    const queue = new PureQueue()
    const [guest, first, second] = [queue.add(), queue.add({ party_size: 6 }), queue.add({ party_size: 6 })]
    queue.advance(24)
    queue.decide(first, notifyGuest)
    queue.decide(second, notifyGuest)
    expect(queue.view(guest).delay?.let_in_ahead?.parties).toBe(2)
    queue.decide(first, undoGuest)
    expect(queue.view(guest).delay?.let_in_ahead?.parties).toBe(1)
  })

  test('is not that parties were let in ahead, if they were called while the guest was away', () => {
    const queue = new PureQueue()
    const [guest, six, four] = [queue.add(), queue.add({ party_size: 6 }), queue.add({ party_size: 4 })]
    queue.decide(guest, deferTurn({ until: new Date(queue.act.now.getTime() + 20 * 60_000).toISOString() }))
    queue.advance(5)
    queue.decide(six, notifyGuest)
    queue.decide(four, notifyGuest)
    queue.advance(10)
    queue.decide(guest, reportArrival)
    queue.advance(10)
    expect(queue.view(guest).delay?.reason).not.toBe('let_in_ahead')
  })
})
