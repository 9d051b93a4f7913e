import { copyDay } from '../../forms/dates/copy-day.tsx'
import { isOverMidnight, summaryOf, type WeeklyWindow } from './hours-editors.tsx'

const monday: WeeklyWindow = { day: 'monday', start: '09:00', end: '12:00' }
const tuesday: WeeklyWindow = { day: 'tuesday', start: '14:00', end: '18:00' }
const summer: WeeklyWindow = { day: 'tuesday', start: '20:00', end: '02:00', effective_from: '2026-07-01' }

describe('weekly working hours', () => {
  test('replace the windows of the days a day is copied to, except those limited to certain dates', () => {
    expect(copyDay([monday, tuesday, summer], 'monday', ['tuesday', 'friday'])).toEqual([
      monday,
      summer,
      { ...monday, day: 'tuesday' },
      { ...monday, day: 'friday' },
    ])
  })

  test('end on the next day when a window does not end after its start', () => {
    expect([monday, summer, { start: '00:00', end: '00:00' }].map(isOverMidnight)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('are summed up as the names of the days in order', () => {
    expect(summaryOf([tuesday, monday])).toBe('Mon, Tue')
    expect(summaryOf([])).toBe('No hours')
  })
})
