import { seatGuest } from '../src/guests/transitions.ts'
import { PureQueue } from './pure-queue.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A line of ten from which a party was taken every so many minutes; the last one just now. */
function givenBusyLine(settings: object, minutes: number) {
  const queue = new PureQueue(settings)
  const line = Array.from({ length: 10 }, () => queue.add())
  for (let i = 0; i < 15; i += 1) {
    line.push(queue.add())
    queue.advance(minutes)
    queue.decide(line.shift() as string, seatGuest)
  }
  const told = () =>
    line.map((id) => queue.view(id).estimated_wait_range ?? { low: Number.NaN, high: Number.NaN })
  return { queue, line, told }
}

describe('a line in which nothing happens until the queue closes', () => {
  const opening_hours = DAYS.map((day) => ({ day, start: '09:00', end: '15:00' }))

  test('keeps estimating a wait for guests still in the line after closing', () => {
    const { queue, line, told } = givenBusyLine({ opening_hours }, 10)
    queue.advance(29)
    expect(told().at(-1)).toEqual({ low: 1, high: 1 })
    queue.advance(2)
    expect(told().at(-1)?.low).toBeGreaterThan(60)
    const before = told()
    queue.advance(5)
    for (const [i, { low }] of told().entries()) expect(low).toBeLessThanOrEqual(before[i]?.low ?? 0)
    queue.decide(line.shift() as string, seatGuest)
    expect(told().at(-1)?.low).toBeGreaterThan(60)
  })
})

describe('guests who have waited while all servers were busy', () => {
  test.each([1, 4, 8, 20])(
    'counts none of %i servers as free when a priority guest joins ahead',
    (servers) => {
      const priority_classes = [{ key: 'vip', name: 'VIP', level: 3 }]
      const { queue, told } = givenBusyLine({ servers, priority_classes }, 5)
      queue.advance(9)
      const before = told()
      queue.add({ priority: 'vip' })
      for (const [i, { low, high }] of told().entries()) {
        expect(low).toBeGreaterThanOrEqual(before[i]?.low ?? 0)
        expect(high).toBeGreaterThanOrEqual(before[i]?.high ?? 0)
      }
    },
  )
})
