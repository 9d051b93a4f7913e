import { notifyGuest, undoGuest } from '../src/guests/transitions.ts'
import { PureQueue } from './pure-queue.ts'

describe('the reason for a delay', () => {
  test('still counts a party that was called at the same moment as another whose call was taken back', () => {
    const queue = new PureQueue()
    const [guest, first, second] = [queue.add(), queue.add({ party_size: 6 }), queue.add({ party_size: 6 })]
    queue.advance(24)
    queue.decide(first, notifyGuest)
    queue.decide(second, notifyGuest)
    expect(queue.view(guest).delay?.let_in_ahead?.parties).toBe(2)
    queue.decide(first, undoGuest())
    expect(queue.view(guest).delay?.let_in_ahead?.parties).toBe(1)
  })
})
