import { PROVIDER } from '../../testing/samples.ts'
import { without, workingParts } from './working-hours.ts'

const hours = (from: number, to: number) => ({ from: from * 60, to: to * 60 })

/** 24 December 2026 is a Thursday. */
const THURSDAY = '2026-12-24'
const day = 'thursday'
const WINDOW = { day, start: '09:00', end: '17:00' } as const
const thursdays = { ...PROVIDER, weekly_hours: [WINDOW] }

describe('the working hours of a provider', () => {
  test('count windows of that weekday that are in effect', () => {
    expect(workingParts(THURSDAY, thursdays)).toEqual([hours(9, 17)])
    expect(workingParts('2026-12-25', thursdays)).toEqual([])
    const later = { ...PROVIDER, weekly_hours: [{ ...WINDOW, effective_from: '2026-12-25' }] }
    expect(workingParts(THURSDAY, later)).toEqual([])
    expect(workingParts('2026-12-31', later)).toEqual([hours(9, 17)])
    const past = { ...PROVIDER, weekly_hours: [{ ...WINDOW, effective_to: '2026-12-24' }] }
    expect(workingParts(THURSDAY, past)).toEqual([hours(9, 17)])
    expect(workingParts('2026-12-31', past)).toEqual([])
  })

  test('on a date with its own hours replace the weekly ones', () => {
    const short = [{ date: THURSDAY, windows: [{ start: '10:00', end: '12:00' }] }]
    expect(workingParts(THURSDAY, { ...thursdays, overrides: short })).toEqual([hours(10, 12)])
    const closed = [{ date: THURSDAY, windows: [] }]
    expect(workingParts(THURSDAY, { ...thursdays, overrides: closed })).toEqual([])
  })

  test('that go past midnight are split between both days', () => {
    const nights = { ...PROVIDER, weekly_hours: [{ day, start: '18:00', end: '06:00' } as const] }
    expect(workingParts(THURSDAY, nights)).toEqual([hours(18, 24)])
    expect(workingParts('2026-12-25', nights)).toEqual([hours(0, 6)])
    const always = { ...PROVIDER, weekly_hours: [{ day, start: '09:00', end: '09:00' } as const] }
    expect(workingParts('2026-12-25', always)).toEqual([hours(0, 9)])
  })

  test('leave out time off, in the time zone of the provider', () => {
    const lunch = { start: '2026-12-24T03:00:00Z', end: '2026-12-24T04:00:00Z' }
    expect(workingParts(THURSDAY, { ...thursdays, time_off: [lunch] })).toEqual([hours(9, 12), hours(13, 17)])
    const holidays = { start: '2026-12-23T00:00:00Z', end: '2026-12-27T00:00:00Z' }
    expect(workingParts(THURSDAY, { ...thursdays, time_off: [holidays] })).toEqual([])
  })

  test('are empty for an inactive or archived provider', () => {
    expect(workingParts(THURSDAY, { ...thursdays, active: false })).toEqual([])
    expect(workingParts(THURSDAY, { ...thursdays, archived_at: thursdays.created_at })).toEqual([])
  })
})

describe('parts of a day', () => {
  test('keep what is left after another part is taken out', () => {
    expect(without([hours(9, 12), hours(13, 17)], hours(11, 14))).toEqual([hours(9, 11), hours(14, 17)])
    expect(without([hours(9, 12)], hours(9, 12))).toEqual([])
    expect(without([hours(9, 12)], hours(12, 13))).toEqual([hours(9, 12)])
  })
})
