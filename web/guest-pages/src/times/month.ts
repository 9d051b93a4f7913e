import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'
import { addDays, dateGiven } from './week.ts'

/** A month as given in a query, such as "2026-12", if it is one. */
export const monthGiven = (text: unknown): string | undefined =>
  typeof text === 'string' ? dateGiven(`${text}-01`)?.slice(0, 7) : undefined

/** The month so many months after another. */
export function addMonths(month: string, n: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + n, 1)).toISOString().slice(0, 7)
}

/** The dates of a month, in order. */
export function datesOf(month: string): string[] {
  const first = `${month}-01`
  const count = (Date.parse(`${addMonths(month, 1)}-01`) - Date.parse(first)) / 86_400_000
  return Array.from({ length: count }, (_, n) => addDays(first, n))
}

interface Shown {
  readonly month: string
  /** Dates that can be chosen. */
  readonly free: ReadonlySet<string>
  readonly chosen: string | undefined
  /** Where a date leads. */
  readonly pathOf: (date: string) => string
  readonly speaker: Speaker
}

/** A month as a calendar, with links to its free days. */
export function monthTable({ month, free, chosen, pathOf, speaker }: Shown): Html {
  const dates = datesOf(month)
  const before = (weekdayOf(dates[0] ?? '') - speaker.firstWeekday + 7) % 7
  const cells = [...Array.from({ length: before }, () => undefined), ...dates]
  const cell = (date: string | undefined): Html => {
    if (date === undefined) return html`<td></td>`
    const day = Number(date.slice(-2))
    if (!free.has(date)) return html`<td><span>${day}</span></td>`
    const current = date === chosen && html` aria-current="date"`
    return html`<td><a href="${pathOf(date)}#times" aria-label="${speaker.date(date, 'UTC')}"${current}>${day}</a></td>`
  }
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, n) => cells.slice(7 * n, 7 * n + 7))
  return html`<table class="month"><caption>${speaker.month(month)}</caption>
<thead><tr>${speaker.weekdays().map(({ short, long }) => html`<th scope="col" abbr="${long}">${short}</th>`)}</tr></thead>
<tbody>${weeks.map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody></table>`
}

/** 1: Monday, 7: Sunday. */
const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7
