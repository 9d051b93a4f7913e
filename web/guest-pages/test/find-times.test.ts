import type { OnlineBookingPage, OwnSlot } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request } from 'express'
import type { Ask } from '../src/ask.ts'
import type { BookPlace } from '../src/book/book-place.ts'
import type { Choice } from '../src/book/choice.ts'
import { findTimes } from '../src/book/find-times.ts'
import { speakerOf } from '../src/speaker.ts'

const NOW = new Date('2026-11-26T10:00:00Z')

const slotAt = (start: string): OwnSlot => ({ start, end: start, seats_left: 1 })

/** Answers with the free times; refuses more days than it searches at once. */
function timesAt(starts: readonly string[], maxDays = 31) {
  const asked: string[] = []
  const ask = (async (_req, _operation, { query = {} }) => {
    const { from = '', to = '' } = query
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (days > maxDays) {
      const errors = [{ pointer: '?from', message: 'x', code: 'range_too_long' }]
      throw new Refused({ code: 'validation_failed', status: 400, errors } as Refused['problem'], undefined)
    }
    asked.push(`${from} ${days}`)
    return { data: starts.filter((start) => start >= from && start < to).map(slotAt), as_of: '' }
  }) as Ask
  const place = { slug: 's', page: { timezone: 'UTC' } as OnlineBookingPage } as BookPlace
  const service = { id: 'svt_1', providers: [] as unknown }
  const choice = { service, duration: 30, providerId: undefined, seats: 1 } as Choice
  return {
    asked,
    find: (query = {}) => findTimes(ask, { query } as unknown as Request, { place, choice, now: NOW }),
  }
}

describe('the free times of a service', () => {
  test('show this week after one request when it has free times', async () => {
    const { asked, find } = timesAt(['2026-11-30T09:00:00Z'])
    expect(await find()).toMatchObject({ week: { from: '2026-11-26', later: '2026-12-03' }, slots: [{}] })
    expect(asked).toEqual(['2026-11-26 7'])
  })

  test('start in the first week with free times, and point to it from an earlier week', async () => {
    const { find } = timesAt(['2027-01-20T09:00:00Z', '2027-01-28T09:00:00Z'])
    const found = await find()
    expect(found).toMatchObject({ week: { from: '2027-01-20', earlier: undefined }, next: undefined })
    expect(found.slots).toHaveLength(1)
    expect(await find({ from: '2026-12-03' })).toMatchObject({
      ...{ slots: [], next: { start: '2027-01-20T09:00:00Z' } },
      week: { from: '2026-12-03', earlier: '2026-11-26' },
    })
    expect(await find({ from: '2020-01-01' })).toMatchObject({ week: { from: '2026-11-26' } })
  })

  test('are empty after seven requests when there are none for months', async () => {
    const { asked, find } = timesAt([])
    expect(await find()).toMatchObject({ slots: [], next: undefined, week: { from: '2026-11-26' } })
    expect(asked).toHaveLength(7)
  })

  test('are read in shorter spans when the API refuses so many days at once', async () => {
    const { find } = timesAt(['2026-12-20T09:00:00Z'], 2)
    expect(await find()).toMatchObject({ week: { from: '2026-12-20' }, slots: [{}] })
  })
})

describe('the day on which clocks go back', () => {
  const speaker = speakerOf('en')

  test('tells two times with the same clock reading apart by their UTC offset', () => {
    const starts = [
      '2026-10-24T23:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T02:30:00Z',
    ]
    expect(starts.map((start) => speaker.clock(start, 'Europe/Berlin').replaceAll(/\s/g, ' '))).toEqual([
      ...['1:30 AM', '2:30 AM GMT+2', '2:30 AM GMT+1', '3:30 AM'],
    ])
    const moments = starts.map((start) => speaker.moment(start, 'Europe/Berlin').replaceAll(/\s/g, ' '))
    expect(moments[0]).toBe('Sunday, October 25 at 1:30 AM')
    expect(moments[1]).toBe('Sunday, October 25 at 2:30 AM GMT+2')
    expect(speaker.timeRange('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'Europe/Berlin')).toMatch(
      /2:30\sAM GMT\+2 – 2:30\sAM GMT\+1/,
    )
  })
})
