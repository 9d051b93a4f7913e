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

/** Answers with the free days or times; refuses more days than it searches at once. */
function timesAt(starts: readonly string[], maxDays = 31) {
  const asked: string[] = []
  const ask = (async (_req, operation, { query = {} }) => {
    const { from = '', to = '' } = query
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (days > maxDays) {
      const errors = [{ pointer: '?from', message: 'x', code: 'range_too_long' }]
      throw new Refused({ code: 'validation_failed', status: 400, errors } as Refused['problem'], undefined)
    }
    asked.push(`${from} ${days}`)
    const found = starts.filter((start) => start >= from && start < to)
    const dates = [...new Set(found.map((start) => start.slice(0, 10)))]
    const data =
      operation.id === 'listOnlineDays' ? dates.map((date) => ({ date, times: 1 })) : found.map(slotAt)
    return { data, as_of: '' }
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
  test('are those of the first free day of this month, from today on', async () => {
    const { asked, find } = timesAt(['2026-11-25T09:00:00Z', '2026-11-29T09:00:00Z', '2026-11-30T09:00:00Z'])
    expect(await find()).toEqual({
      ...{ month: '2026-11', day: '2026-11-29', hasEarlier: false },
      free: new Set(['2026-11-29', '2026-11-30']),
      slots: [slotAt('2026-11-29T09:00:00Z')],
    })
    expect(asked).toEqual(['2026-11-26 5', '2026-11-29 1'])
  })

  test('begin in the first month with a free day, and stay in the month or day that is asked for', async () => {
    const { find } = timesAt(['2027-01-20T09:00:00Z', '2027-01-28T09:00:00Z'])
    expect(await find()).toMatchObject({ month: '2027-01', day: '2027-01-20', hasEarlier: true })
    expect(await find({ day: '2027-01-28' })).toMatchObject({ day: '2027-01-28', slots: [{}] })
    expect(await find({ day: '2027-01-27' })).toMatchObject({ day: '2027-01-27', slots: [] })
    expect(await find({ month: '2026-12' })).toMatchObject({ month: '2026-12', day: undefined, slots: [] })
    for (const past of [{ day: '2020-01-01' }, { month: '2020-01' }]) {
      expect(await find(past)).toMatchObject({ month: '2026-11', day: undefined, hasEarlier: false })
    }
    for (const useless of [{ day: '2026-02-30' }, { month: '2026-13' }, { month: '9999-12' }]) {
      expect(await find(useless)).toMatchObject({ month: '2027-01', day: '2027-01-20' })
    }
  })

  test('are empty after four requests when there are none for months', async () => {
    const { asked, find } = timesAt([])
    expect(await find()).toMatchObject({ month: '2026-11', day: undefined, slots: [] })
    expect(asked).toHaveLength(4)
  })

  test('are read in shorter spans when the API refuses so many days at once', async () => {
    const { find } = timesAt(['2026-12-20T09:00:00Z'], 2)
    expect(await find()).toMatchObject({ month: '2026-12', day: '2026-12-20', slots: [{}] })
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
