import { copyDay, isOverMidnight, summaryOf, type WeeklyWindow } from './hours.ts'

const monday: WeeklyWindow = { day: 'monday', start: '09:00', end: '12:00' }
const tuesday: WeeklyWindow = { day: 'tuesday', start: '14:00', end: '18:00' }
const summer: WeeklyWindow = { day: 'tuesday', start: '20:00', end: '02:00', effective_from: '2026-07-01' }

describe('given the hours of a week', () => {
  test('when a day is copied to others, then they have its windows alone, beside those of certain dates', () => {
    expect(copyDay([monday, tuesday, summer], 'monday', ['tuesday', 'friday'])).toEqual([
      monday,
      summer,
      { ...monday, day: 'tuesday' },
      { ...monday, day: 'friday' },
    ])
  })

  test('when a window does not end after it starts, then it ends on the next day', () => {
    expect([monday, summer, { start: '00:00', end: '00:00' }].map(isOverMidnight)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('when they are summed up, then the days are named in their order', () => {
    expect(summaryOf([tuesday, monday])).toBe('Mon, Tue')
    expect(summaryOf([])).toBe('No hours')
  })
})
