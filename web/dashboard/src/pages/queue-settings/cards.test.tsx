import { screen, waitFor } from '@testing-library/react'
import { clearTime, fillDate, fillTime, timeAt } from '../../testing/dates.ts'
import { openQueueCard } from '../../testing/open-queue-card.tsx'
import { button, doubleClick, field, fill, saidAt } from '../../testing/render.tsx'
import { QUEUE } from '../../testing/samples.ts'
import { WEEK_DAYS } from '../../ui/weekdays.ts'
import { HoursCard } from './hours-card.tsx'
import { JoinCard } from './join-card.tsx'
import { BasicsCard } from './page.tsx'

const saved = () => screen.findByText('Saved.')

describe('the basic settings of a queue', () => {
  test('send all changed fields once', async () => {
    const { user, bodySent } = openQueueCard(BasicsCard)
    fill('Name', 'Lunch')
    fill('Minutes per party', '20')
    fill('Parties served at once', '4')
    fill('Smallest party', '2')
    fill('Largest party', '8')
    fill('Maximum guests', '50')
    fill('“Almost ready” from position', '')
    fill('No-show after (minutes)', '15')
    await user.click(field('Time zone'))
    await user.click(await screen.findByText('Asia/Tokyo'))
    await user.click(field(/^Tell guests why/))
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({
      name: 'Lunch',
      timezone: 'Asia/Tokyo',
      capacity: 50,
      min_party_size: 2,
      max_party_size: 8,
      service_minutes: 20,
      servers: 4,
      almost_ready_position: null,
      no_show_after_minutes: 15,
      explain_delays: false,
    })
  })

  test('mark missing or too big entries, and keep what was typed', async () => {
    const { user, sent } = openQueueCard(BasicsCard)
    fill('Name', '')
    await user.click(button('Save'))
    expect(saidAt('Name')).toMatch('Enter a name')
    expect(sent('updateQueue')).toEqual([])
    fill('Name', 'Lunch')
    fill('Parties served at once', '2000')
    fill('Largest party', '')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Parties served at once')).toMatch('Too big'))
    expect(saidAt('Largest party')).toMatch('Invalid input')
    expect(field('Name').value).toBe('Lunch')
    expect(field('Parties served at once').value).toBe('2000')
  })
})

describe('the opening hours of a queue', () => {
  test('send weekly windows and dates once', async () => {
    const { user, bodySent } = openQueueCard(HoursCard)
    await user.click(field('Always open'))
    for (const day of ['Tuesday', 'Wednesday', 'Thursday'])
      await user.click(button(`Remove hours for ${day}`))
    fillTime('Friday, to', '23:30')
    await user.click(button('Add hours for Sunday'))
    await user.click(button('Add a date'))
    await user.click(button('Add a date'))
    await user.click(screen.getAllByRole('button', { name: 'Remove the new date' })[0] as HTMLElement)
    fillDate('Date', '2026-12-25')
    await user.click(button('Add hours for Dec 25, 2026'))
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({
      opening_hours: [
        { day: 'monday', start: '09:00', end: '17:00' },
        { day: 'friday', start: '09:00', end: '23:30' },
        { day: 'sunday', start: '09:00', end: '17:00' },
      ],
      opening_exceptions: [{ date: '2026-12-25', windows: [{ start: '10:00', end: '16:00' }] }],
    })
  })

  test('copy the hours of one day to every day', async () => {
    const { user, bodySent } = openQueueCard(HoursCard)
    await user.click(field('Always open'))
    fillTime('Monday, from', '11:30')
    fillTime('Monday, to', '22:00')
    await user.click(button('Copy Monday'))
    await user.click(await screen.findByText('To every day'))
    doubleClick('Save')
    await saved()
    const hours = WEEK_DAYS.map((day) => ({ day, start: '11:30', end: '22:00' }))
    expect(bodySent('updateQueue')).toEqual({ opening_hours: hours })
  })

  test('start from the usual hours of a kind of venue', async () => {
    const { user, bodySent } = openQueueCard(HoursCard)
    await user.click(field('Always open'))
    await user.click(button('Restaurant'))
    doubleClick('Save')
    await saved()
    const hours = WEEK_DAYS.map((day) => ({ day, start: '11:30', end: '22:00' }))
    expect(bodySent('updateQueue')).toEqual({ opening_hours: hours })
  })

  test('offer no usual hours once hours are saved', () => {
    const opening_hours = [{ day: 'monday' as const, start: '10:00', end: '12:00' }]
    openQueueCard(HoursCard, { ...QUEUE, opening_hours })
    expect(timeAt('Monday, from')).toBe('10:00')
    expect(screen.queryByRole('group', { name: 'Usual hours' })).toBeNull()
  })

  test('mark a missing time, and keep the other times', async () => {
    const { user } = openQueueCard(HoursCard)
    await user.click(field('Always open'))
    clearTime('Friday, to')
    fillTime('Monday, from', '10:00')
    await user.click(button('Save'))
    await waitFor(() =>
      expect(saidAt('Friday, to, hours')).toBe('Must be a time of day such as 09:30 Europe/Berlin'),
    )
    expect(screen.getByRole('alert').textContent).toBe('Some entries need correcting. See below.')
    expect(timeAt('Monday, from')).toBe('10:00')
  })
})

describe('the settings for guests who join by themselves', () => {
  test('send public_join and its limits once when they are switched on', async () => {
    const { user, bodySent } = openQueueCard(JoinCard)
    await user.click(field('Guests can join themselves'))
    fill('Largest party to join', '4')
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({
      public_join: true,
      public_join_limits: { max_party_size: 4, max_waiting: null, max_per_address: null },
    })
  })

  test('send null when all limits are emptied', async () => {
    const limits = { max_party_size: 4, max_waiting: 20 }
    const { bodySent } = openQueueCard(JoinCard, { ...QUEUE, public_join: true, public_join_limits: limits })
    expect(screen.getByRole('img', { name: 'QR code for joining Dinner' })).toBeTruthy()
    const poster = screen.getByRole('link', { name: /poster/ })
    expect(poster.getAttribute('href')).toBe('/join/dinner/poster')
    expect(screen.getByRole('link', { name: /Display/ }).getAttribute('href')).toBe('/display/dinner')
    fill('Largest party to join', '')
    fill('Maximum guests in line', '')
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({ public_join_limits: null })
  })

  test('mark a limit that is too big, and keep what was typed', async () => {
    const { user } = openQueueCard(JoinCard)
    fill('Largest party to join', '200')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Largest party to join')).toMatch('Too big'))
    expect(field('Largest party to join').value).toBe('200')
  })
})
