import { moveGuest } from '../src/guests/edits.ts'
import { transferGuest } from '../src/guests/staff-routes.ts'
import {
  type GuestDecision,
  markNoShow,
  notifyGuest,
  removeGuest,
  seatGuest,
  undoGuest,
} from '../src/guests/transitions.ts'
import { deferTurn } from '../src/own-place/own-place-decisions.ts'
import { queueSettings } from '../src/queues/queue-view.ts'
import { PureQueue } from './pure-queue.ts'

/** Three who wait, of whom the last was quoted 20 minutes, and two parties behind them. */
function givenLine(settings: object = {}) {
  const queue = new PureQueue(settings)
  const [first, second, guest] = [queue.add(), queue.add(), queue.add()]
  const [six, four] = [queue.add({ party_size: 6 }), queue.add({ party_size: 4 })]
  return { queue, first, second, guest, six, four }
}

const late = (reason: string | null, let_in_ahead: object | null = null) => ({
  minutes: expect.any(Number),
  reason,
  let_in_ahead,
})

const moveTo =
  (position: number): GuestDecision =>
  (state, guest, act) =>
    moveGuest(state, guest, { position }, undefined, act)

describe('a guest who was quoted a wait', () => {
  test('shows no delay while the turn is expected at most five minutes after the quote', () => {
    const { queue, guest } = givenLine()
    expect(queue.view(guest).delay).toBeNull()
    queue.advance(5)
    expect(queue.view(guest).delay).toBeNull()
  })

  test('shows no delay after 12 minutes without a call, and one without a reason after 24', () => {
    const { queue, guest } = givenLine()
    queue.advance(12)
    expect(queue.view(guest).delay).toBeNull()
    queue.advance(12)
    expect(queue.view(guest).delay).toEqual({ minutes: 16, reason: null, let_in_ahead: null })
  })

  test('counts parties called from behind the guest, with their sizes, from the call on', () => {
    const { queue, guest, six, four } = givenLine()
    queue.advance(8)
    queue.decide(six, notifyGuest)
    expect(queue.view(guest).delay).toEqual(late('let_in_ahead', { parties: 1, smallest: 6, largest: 6 }))
    queue.advance(2)
    queue.decide(six, seatGuest)
    queue.decide(four, seatGuest)
    expect(queue.view(guest).delay).toEqual(late('let_in_ahead', { parties: 2, smallest: 4, largest: 6 }))
  })

  test('counts no party as let in ahead when guests ahead were called or one behind left', () => {
    const { queue, first, guest, six } = givenLine()
    queue.advance(18)
    queue.decide(first, seatGuest)
    queue.decide(six, removeGuest)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('stops counting a party as let in ahead once its call is undone', () => {
    const { queue, guest, six } = givenLine()
    queue.advance(24)
    queue.decide(six, seatGuest)
    expect(queue.view(guest).delay?.reason).toBe('let_in_ahead')
    queue.decide(six, undoGuest())
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('does not count parties called before the guest joined as let in ahead', () => {
    const { queue, six, four } = givenLine()
    queue.decide(six, seatGuest)
    queue.advance(1)
    const guest = queue.add()
    queue.decide(guest, moveTo(1))
    queue.decide(four, seatGuest)
    queue.advance(1)
    queue.decide(guest, moveTo(2))
    queue.advance(60)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('gives place_changed when staff moved the guest back or the guest let others pass', () => {
    const { queue, second, guest } = givenLine()
    queue.decide(guest, moveTo(5))
    queue.decide(second, deferTurn({ parties: 2 }))
    queue.advance(8)
    expect(queue.view(guest).delay).toEqual(late('place_changed'))
    expect(queue.view(second).delay).toEqual(late('place_changed'))
  })

  test('gives no reason for a delay of a guest who was moved forward', () => {
    const { queue, guest } = givenLine()
    queue.decide(guest, moveTo(2))
    queue.advance(30)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('does not count a party as let in ahead when the guest is moved in front of its old place', () => {
    const { queue, second, guest } = givenLine()
    queue.advance(2)
    queue.decide(second, seatGuest)
    queue.advance(1)
    queue.decide(guest, moveTo(1))
    queue.advance(30)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('gives place_changed when others are called while the guest is away', () => {
    const { queue, guest, six } = givenLine()
    queue.decide(guest, deferTurn({ until: new Date(queue.act.now.getTime() + 40 * 60_000).toISOString() }))
    queue.advance(6)
    queue.decide(six, seatGuest)
    expect(queue.view(guest).delay).toEqual(late('place_changed'))
  })

  test('gives place_changed when the guest was transferred', () => {
    const { queue, guest } = givenLine()
    const other = new PureQueue()
    for (let i = 0; i < 4; i += 1) other.add()
    const target = {
      ...other.state,
      queue: { ...other.state.queue, organization_id: queue.state.queue.organization_id },
    }
    queue.decide(guest, (state, record, act) =>
      transferGuest(state, record, target, { queue_id: target.queue._id, position: 5 }, act),
    )
    queue.advance(6)
    expect(queue.view(guest).delay).toEqual(late('place_changed'))
  })

  test('gives fewer_servers while the queue has fewer servers than when it quoted', () => {
    const { queue, guest } = givenLine({ servers: 2 })
    queue.withServers(1)
    queue.advance(4)
    expect(queue.view(guest).delay).toEqual(late('fewer_servers'))
    queue.withServers(3)
    queue.advance(30)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('gives let_in_ahead before place_changed, and place_changed before fewer_servers', () => {
    const { queue, guest, four, six } = givenLine({ servers: 2 })
    queue.decide(guest, moveTo(4))
    queue.withServers(1)
    queue.advance(20)
    expect(queue.view(guest).delay).toEqual(late('place_changed'))
    queue.decide(four, seatGuest)
    expect(queue.view(guest).delay?.reason).toBe('let_in_ahead')
    expect(queue.view(six).delay?.reason).toBe('let_in_ahead')
  })

  test('shows no delay once the guest is called, even after deferring', () => {
    const { queue, guest } = givenLine()
    queue.advance(30)
    queue.decide(guest, notifyGuest)
    expect(queue.view(guest).delay).toBeNull()
    queue.decide(guest, deferTurn({ parties: 2 }))
    expect(queue.view(guest)).toMatchObject({ status: 'waiting', delay: null })
  })
})

describe('a party that was called ahead of a guest', () => {
  test.each([
    ['was removed', removeGuest],
    ['did not show up', markNoShow],
    ['waits again', deferTurn({ parties: 1 })],
  ])('is no reason for the delay once it %s', (_, decision) => {
    const { queue, guest, six } = givenLine()
    queue.advance(24)
    queue.decide(six, notifyGuest)
    expect(queue.view(guest).delay?.reason).toBe('let_in_ahead')
    queue.decide(six, decision)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('is the reason again once it is brought back as called', () => {
    const { queue, guest, six } = givenLine()
    queue.advance(24)
    queue.decide(six, notifyGuest)
    queue.decide(six, removeGuest)
    queue.decide(six, undoGuest())
    expect(queue.view(guest).delay?.reason).toBe('let_in_ahead')
  })
})

describe('a line in which parties take longer than when a guest was quoted', () => {
  /** A guest with six ahead, quoted after so many parties of five minutes. */
  function givenServices(count: number, settings: object = {}) {
    const queue = new PureQueue(settings)
    const line = Array.from({ length: 6 }, () => queue.add())
    const serve = (minutes: number) => {
      queue.advance(minutes)
      queue.decide(line.shift() as string, seatGuest)
    }
    for (let i = 0; i < count; i += 1) {
      line.push(queue.add())
      serve(5)
    }
    return { queue, serve, guest: queue.add() }
  }

  test('is slower by the measure of twenty services', () => {
    const { queue, serve, guest } = givenServices(25)
    for (let i = 0; i < 4; i += 1) serve(15)
    expect(queue.view(guest).delay).toEqual(late('slower'))
  })

  test('is not called slower after fewer services', () => {
    const { queue, serve, guest } = givenServices(12)
    for (let i = 0; i < 4; i += 1) serve(15)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('is not called slower while a place is free', () => {
    const { queue, serve, guest } = givenServices(25)
    for (let i = 0; i < 4; i += 1) serve(15)
    queue.advance(60)
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('is not called slower while parties take as long as before', () => {
    const { queue, serve, guest } = givenServices(25)
    for (let i = 0; i < 4; i += 1) queue.decide(queue.add(), moveTo(1))
    serve(5)
    expect(queue.view(guest).delay).toEqual(late(null))
  })
})

describe('records stored before delays were explained', () => {
  test('does not count starts without rank and size as parties let in ahead', () => {
    const { queue, guest, six } = givenLine()
    queue.advance(12)
    queue.decide(six, seatGuest)
    queue.withPace((pace) => ({
      ...pace,
      starts: pace.starts.map(({ rank: _, party_size: __, ...start }) => start),
    }))
    expect(queue.view(guest).delay).toEqual(late(null))
  })

  test('gives only place_changed as a reason for a quote without servers and rank', () => {
    const { queue, guest, second } = givenLine({ servers: 2 })
    for (const id of [guest, second]) {
      const { servers: _, rank: __, ...quote } = queue.record(id).quote
      queue.store({ ...queue.record(id), quote })
    }
    queue.withServers(1)
    queue.decide(second, moveTo(5))
    queue.advance(20)
    expect(queue.view(guest).delay).toEqual(late(null))
    expect(queue.view(second).delay).toEqual(late('place_changed'))
  })

  test('a queue without the setting explains delays', () => {
    const { explain_delays: _, ...stored } = new PureQueue().state.queue
    expect(queueSettings(stored).explain_delays).toBe(true)
  })
})
