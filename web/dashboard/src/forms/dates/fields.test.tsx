import { Modal } from '@mantine/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { clearTime, dateAt, fillDate, fillTime, timeAt } from '../../testing/dates.ts'
import { button, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { DateField } from './date-field.tsx'
import { DateTimeField } from './date-time-field.tsx'

function Held({ initial, onChange }: { initial: string; onChange: (day: string) => void }) {
  const [day, setDay] = useState(initial)
  const set = (to: string) => {
    setDay(to)
    onChange(to)
  }
  return <DateField label="Date" zone="Asia/Tokyo" value={day} onChange={set} />
}

function openDate(initial: string) {
  const onChange = jest.fn()
  return { ...renderWith({}, <Held {...{ initial, onChange }} />), onChange }
}

describe('a date field', () => {
  test('takes the date picked in its calendar and shows the time zone', async () => {
    const { user, onChange } = openDate('2026-12-04')
    expect(field('Date').value).toBe('12/04/2026')
    expect(saidAt('Date')).toBe('Asia/Tokyo')
    await user.click(button('Choose a date for “Date”'))
    const calendar = await screen.findByRole('dialog', { name: 'Choose a date for “Date”' })
    await user.click(within(calendar).getByRole('button', { name: 'Thursday, December 24, 2026' }))
    expect(onChange.mock.lastCall).toEqual(['2026-12-24'])
    expect(field('Date').value).toBe('12/24/2026')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('closes its calendar on Escape and leaves the dialog below open', async () => {
    const onClose = jest.fn()
    const date = <DateField label="Date" value="" onChange={() => {}} />
    const { user } = renderWith(
      {},
      <Modal opened onClose={onClose}>
        {date}
      </Modal>,
    )
    await user.click(button('Choose a date for “Date”'))
    const calendar = await screen.findByRole('dialog', { name: 'Choose a date for “Date”' })
    await user.click(within(calendar).getByRole('button', { name: 'Next month' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(calendar.isConnected).toBe(false))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('asks for a valid date once an invalid one loses focus', () => {
    const { onChange } = openDate('2026-12-04')
    fill('Date', '2/30/2026')
    expect(saidAt('Date')).toBe('Asia/Tokyo')
    fireEvent.blur(field('Date'))
    expect(saidAt('Date')).toMatch('Enter a date such as 12/24/2026')
    expect(field('Date').value).toBe('2/30/2026')
    expect(onChange.mock.lastCall).toEqual([''])
    fillDate('Date', '2026-02-28')
    expect(saidAt('Date')).toBe('Asia/Tokyo')
  })
})

describe('a date and time field', () => {
  const openTime = (zone?: string) => {
    const onChange = jest.fn()
    const field = <DateTimeField label="Since" onChange={onChange} {...(zone && { zone })} />
    return { ...renderWith({}, field), given: () => onChange.mock.lastCall?.[0] }
  }

  test('starts at 00:00 when only a date is entered', () => {
    const { given } = openTime()
    fillDate('Since', '2026-12-24')
    expect([given(), timeAt('Since')]).toEqual(['2026-12-24T00:00', '00:00'])
    fillTime('Since', '21:45')
    expect(given()).toBe('2026-12-24T21:45')
    fill('Since', '')
    expect(given()).toBe('')
  })

  test('has no value and asks for a time when the time is deleted', () => {
    const { given } = openTime()
    fillDate('Since', '2026-12-24')
    clearTime('Since')
    expect(given()).toBe('')
    expect(saidAt('Since')).toMatch('Enter a time')
    expect(dateAt('Since')).toBe('2026-12-24')
  })

  test('takes the time picked from the list over one that was begun by typing', async () => {
    const { user, given } = openTime()
    fillDate('Since', '2026-12-24')
    clearTime('Since')
    fill('Since, hours', '9')
    await user.click(button('Choose a time for “Since”'))
    await user.click(await screen.findByRole('button', { name: '10:30 PM' }))
    expect([given(), timeAt('Since')]).toEqual(['2026-12-24T22:30', '22:30'])
    await waitFor(() => expect(document.activeElement).toBe(button('Choose a time for “Since”')))
  })

  test.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    [undefined, Intl.DateTimeFormat().resolvedOptions().timeZone],
  ])('names the zone of its times, which is %s: %s', (zone, name) => {
    openTime(zone)
    expect([saidAt('Since'), saidAt('Since, hours')]).toEqual([name, name])
  })
})
