import type { BookingStatus, OwnBooking } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Branded, venueHeader } from '../brand/venue.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import type { TextKey } from '../words/words.ts'

/** The booking of a page, and its language. */
export interface BookingPlace {
  readonly speaker: Speaker
  readonly token: string
  /** Whether the visitor asked for the language: links must then keep it. */
  readonly isAskedFor: boolean
}

/** @param step a page of the booking's own, such as `/move` */
export function bookingPath({ speaker, token, isAskedFor }: BookingPlace, step = '', query = {}): string {
  const search = new URLSearchParams({ ...query, ...(isAskedFor && { lang: speaker.locale }) }).toString()
  return `/b/${encodeURIComponent(token)}${step}${search && `?${search}`}`
}

const STATUSES: Readonly<Record<BookingStatus, TextKey>> = {
  pending: 'pending',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  completed: 'completed',
  no_show: 'noShow',
}

/** A customer's booking, with what they can do about it. */
export function bookingPage(
  booking: OwnBooking,
  shown: BookingPlace & Branded & { readonly now: Date },
): Page {
  const { speaker, now } = shown
  const venue = { brand: shown.brand, about: booking.service_name }
  const title = speaker.say('bookingTitle')
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<div class="card">
<p class="badge ${booking.status}">${speaker.say(STATUSES[booking.status])}</p>
${timeOf(booking, speaker)}
</div>
${facts(booking, speaker)}
${OPEN.has(booking.status) && actions(shown, isAhead(booking, now))}
</main>`
  return { speaker, venue, main, title, kind: 'booking', footer: languageForm({ speaker }) }
}

const OPEN: ReadonlySet<BookingStatus> = new Set(['pending', 'confirmed'])

/** From when to when, with the day. */
export const timeOf = (
  { start, end, time_zone }: Pick<OwnBooking, 'start' | 'end' | 'time_zone'>,
  speaker: Speaker,
): Html => html`<p class="when"><strong>${speaker.date(start, time_zone)}</strong>
<span>${speaker.timeRange(start, end, time_zone)}</span></p>`

/** Whether a booking can still be moved or cancelled. */
export const isAhead = ({ status, start }: OwnBooking, now: Date): boolean =>
  OPEN.has(status) && Date.parse(start) > now.getTime()

const facts = (booking: OwnBooking, speaker: Speaker): Html => html`
<dl class="facts">
<div><dt>${speaker.say('withProvider')}</dt><dd><bdi>${booking.provider_name}</bdi></dd></div>
<div><dt><bdi>${booking.name}</bdi></dt><dd>${speaker.count('people', booking.seats)}</dd></div>
<div><dt>${speaker.say('timeZone')}</dt><dd><bdi>${booking.time_zone.replaceAll('_', ' ')}</bdi></dd></div>
${booking.cancel_reason && html`<div><dt>${speaker.say('cancelReason')}</dt><dd><bdi>${booking.cancel_reason}</bdi></dd></div>`}
</dl>`

function actions(place: BookingPlace, isMovable: boolean): Html {
  const { speaker, token } = place
  const calendar = `/public/bookings/${encodeURIComponent(token)}/calendar`
  return html`<div class="actions">
<a class="button" href="${calendar}" download="booking.ics">${speaker.say('addToCalendar')}</a>
${isMovable ? changes(place) : html`<p class="notice">${speaker.say('cannotChange')}</p>`}
</div>`
}

const changes = (place: BookingPlace): Html => {
  const { speaker } = place
  return html`<a class="button" href="${bookingPath(place, '/move')}">${speaker.say('move')}</a>
<details id="cancel"><summary>${speaker.say('cancel')}</summary>
<form method="post" action="${bookingPath(place, '/cancel')}">${keyField()}
<p>${speaker.say('cancelConfirm')}</p>
<div class="field"><label for="reason">${speaker.say('cancelReason')} <small>(${speaker.say('optional')})</small></label>
<input id="reason" name="reason" maxlength="200" dir="auto"></div>
<button class="danger">${speaker.say('cancelYes')}</button></form>
</details>`
}
