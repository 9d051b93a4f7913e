import { screen, waitFor } from '@testing-library/react'
import { clearTime, fillDate, fillTime, timeAt } from '../../testing/dates.ts'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { PROVIDER } from '../../testing/samples.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { ProviderForm } from './form.tsx'

function openForm(provider?: typeof PROVIDER, answers: Answers = {}) {
  const onDone = jest.fn()
  const form = <ProviderForm provider={provider} serviceNames="Haircut" onDone={onDone} />
  return { ...renderWith({ createProvider: PROVIDER, ...answers }, form), onDone }
}

describe('the form of a new provider', () => {
  test('sends weekly hours, dates and time off once', async () => {
    const { user, bodySent, onDone } = openForm()
    fill('Name', 'Grace')
    fill('Time zone', 'Asia/Tokyo')
    await user.click(field('Can be booked'))
    fill('Maximum calendar age, in minutes', '30')

    await user.click(button('Add hours on Monday'))
    fillTime('Monday, window 1: from', '20:00')
    fillTime('Monday, window 1: to', '02:00')
    expect(screen.getByText('Ends on the next day')).toBeTruthy()
    await user.click(button('Copy Monday'))
    await user.click(await screen.findByRole('menuitem', { name: 'To Friday' }))
    await user.click(button('Add hours on Friday'))
    await user.click(button('Remove Friday, window 1'))

    fillDate('Date', '2027-12-24')
    await user.click(button('Add date'))
    fillDate('Date', '2027-12-31')
    await user.click(button('Add date'))
    await user.click(button('Add hours on Dec 31, 2027'))
    fillTime('Dec 31, 2027, window 1: to', '12:00')

    fillDate('Away from', '2027-06-01')
    fillTime('Away from', '09:00')
    fillDate('Back at', '2027-06-08')
    fillTime('Back at', '09:00')
    fill('Reason', ' Leave ')
    await user.click(button('Add time off'))
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('createProvider')).toEqual({
      name: 'Grace',
      timezone: 'Asia/Tokyo',
      active: false,
      weight: 1,
      calendar_max_age_minutes: 30,
      weekly_hours: [
        { day: 'monday', start: '20:00', end: '02:00' },
        { day: 'friday', start: '09:00', end: '17:00' },
      ],
      overrides: [
        { date: '2027-12-24', windows: [] },
        { date: '2027-12-31', windows: [{ start: '09:00', end: '12:00' }] },
      ],
      // On the clock of the chosen zone.
      time_off: [{ start: '2027-06-01T00:00:00.000Z', end: '2027-06-08T00:00:00.000Z', reason: 'Leave' }],
    })
  })
})

describe('the form of an existing provider', () => {
  const monday = { day: 'monday', start: '09:00', end: '17:00' } as const
  const working = { ...PROVIDER, weekly_hours: [monday] }

  test('sends only the weekly hours when one window is changed', async () => {
    const { bodySent, onDone } = openForm(working, { getProvider: working, updateProvider: working })
    fillTime('Monday, window 1: to', '20:00')
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('updateProvider')).toEqual({ weekly_hours: [{ ...monday, end: '20:00' }] })
  })

  test('offers the weekly hours that were saved in the meantime, and can take them', async () => {
    const theirs = { ...working, weekly_hours: [{ ...monday, end: '12:00' }] }
    const { user, sent } = openForm(working, { getProvider: theirs })
    fillTime('Monday, window 1: to', '20:00')
    await user.click(button('Save'))
    await screen.findByText('Weekly hours has changed')
    expect(sent('updateProvider')).toEqual([])
    await user.click(button('Take theirs'))
    expect(timeAt('Monday, window 1: to')).toBe('12:00')
  })

  test('names the window whose time is empty, and keeps the other entries', async () => {
    const { user } = openForm(working, { getProvider: working })
    fill('Name', 'Hopper')
    clearTime('Monday, window 1: to')
    fill('Maximum calendar age, in minutes', '50000')
    await user.click(button('Save'))
    await screen.findByText('Weekly hours 1 end must be a time of day such as 09:30')
    expect(saidAt('Maximum calendar age, in minutes')).toMatch('Too big')
    expect(field('Name').value).toBe('Hopper')
    expect(timeAt('Monday, window 1: from')).toBe('09:00')
  })

  test('does not add time off without a length, or save an empty name', async () => {
    const { user, sent } = openForm(working, { getProvider: working })
    fillDate('Away from', '2027-06-08')
    fillTime('Away from', '09:00')
    fillDate('Back at', '2027-06-08')
    fillTime('Back at', '09:00')
    expect(button('Add time off')).toHaveProperty('disabled', true)
    expect(button('Add date')).toHaveProperty('disabled', true)
    fill('Name', '')
    await user.click(button('Save'))
    expect(saidAt('Name')).toBe('Enter a name')
    expect(sent('updateProvider')).toEqual([])
  })
})
