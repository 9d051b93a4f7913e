import type { OwnBooking, OwnSlot } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { z } from 'zod'
import { type Branded, venueHeader } from '../brand/venue.ts'
import type { Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import type { TextKey } from '../words/words.ts'
import { type BookingPlace, bookingPath } from './booking-page.ts'

const DAYS = 7

/** Dates in the booking's time zone: the first, and the day after the last. */
interface Week {
  readonly from: string
  readonly to: string
  /** First dates of the neighbouring weeks; there is none before today. */
  readonly earlier: string | undefined
  readonly later: string
}

export interface Times {
  readonly slots: readonly OwnSlot[]
  readonly week: Week
  /** Why the chosen time was refused. */
  readonly fault?: TextKey | undefined
}

/** Seven days from the given date, by default the booking's, but never from before today. */
export function weekFrom(asked: unknown, { start, time_zone }: OwnBooking, now: Date): Week {
  const today = dateIn(time_zone, now)
  const given = z.iso.date().safeParse(asked).data ?? dateIn(time_zone, new Date(start))
  const from = later(given, today)
  return {
    from,
    to: addDays(from, DAYS),
    earlier: from === today ? undefined : later(addDays(from, -DAYS), today),
    later: addDays(from, DAYS),
  }
}

/** The later of two ISO dates. */
const later = (...dates: [string, string]): string => dates.toSorted()[1] as string

/** The local date of a moment, YYYY-MM-DD. */
const dateIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The free times to which a customer can move their booking. */
export function timesPage(
  booking: OwnBooking,
  { slots, week, fault }: Times,
  place: BookingPlace & Branded,
): Page {
  const { speaker, brand } = place
  const venue = { brand, about: booking.service_name }
  const title = speaker.say('move')
  const link = (from: string, key: TextKey) =>
    html`<a class="button" href="${bookingPath(place, '/move', { from })}">${speaker.say(key)}</a>`
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${fault && html`<p class="notice bad" role="alert">${speaker.say(fault)}</p>`}
<p class="hint">${speaker.say('timeZone')}: <bdi>${booking.time_zone.replaceAll('_', ' ')}</bdi></p>
<form action="${bookingPath(place, '/move')}"><input type="hidden" name="from" value="${week.from}">
${place.isAskedFor && html`<input type="hidden" name="lang" value="${speaker.locale}">`}
${slots.length === 0 ? html`<p class="card lead">${speaker.say('noTimes')}</p>` : days(slots, booking, speaker)}
</form>
<nav class="weeks">${week.earlier && link(week.earlier, 'earlier')}${link(week.later, 'later')}</nav>
<p><a href="${bookingPath(place)}">${speaker.say('back')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'booking' }
}

function days(slots: readonly OwnSlot[], { time_zone, start: now }: OwnBooking, speaker: Speaker): Html[] {
  const byDay = Map.groupBy(slots, ({ start }) => dateIn(time_zone, new Date(start)))
  const button = ({ start }: OwnSlot) =>
    html`<button name="start" value="${start}"${start === now && html` disabled`}>${speaker.time(start, time_zone)}</button>`
  return [...byDay.values()].map(
    (ofDay) => html`<fieldset class="day"><legend>${speaker.date(ofDay[0]?.start ?? now, time_zone)}</legend>
<div class="choices">${ofDay.map(button)}</div></fieldset>`,
  )
}
