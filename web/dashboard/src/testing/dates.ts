import { fireEvent, screen } from '@testing-library/react'
import { dateFormat } from '../forms/dates/date-format.ts'
import { field, fill } from './render.tsx'

/** Types `2026-12-24` as usual in the dashboard's language and the browser's region. */
export const fillDate = (label: string, day: string): void => fill(label, dateFormat().numeric(day))

/** The date that a field shows. */
export const dateAt = (label: string): string | undefined => dateFormat().parse(field(label).value)

/** Types `23:30` on a clock of twelve hours. */
export function fillTime(label: string, time: string): void {
  const [hours = 0, minutes] = time.split(':').map(Number)
  fill(`${label}, hours`, String(hours % 12 || 12))
  fill(`${label}, minutes`, String(minutes))
  fill(`${label}, AM or PM`, hours < 12 ? 'AM' : 'PM')
}

/** Deletes the hours of a time. */
export const clearTime = (label: string): boolean =>
  fireEvent.keyDown(field(`${label}, hours`), { key: 'Backspace' })

/** The time that a field shows, `23:30`. */
export const timeAt = (label: string): string | undefined =>
  screen.getByRole('group', { name: label }).querySelector<HTMLInputElement>('input[type=hidden]')?.value
