import type { BookingStatus, OwnBooking } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Branded, venueHeader } from '../brand/venue.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import { addressOf, type Query, type Visit } from '../visit.ts'
import type { TextKey } from '../words/words.ts'
import { arrivalNotices, refusedNotice } from './arrival-notices.ts'

/** The booking of a page, and who looks at it. */
export interface BookingPlace extends Visit {
  readonly token: string
}

/** @param step a page of the booking's own, such as `/move` */
export const bookingPath = ({ kept, token }: BookingPlace, step = '', query: Query = {}): string =>
  addressOf(`/b/${encodeURIComponent(token)}${step}`, { ...query, ...kept })

export const STATUSES: Readonly<Record<BookingStatus, TextKey>> = {
  pending: 'pending',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  completed: 'completed',
  no_show: 'noShow',
}

/** A customer's booking, with what they can do about it. */
export function bookingPage(
  booking: OwnBooking,
  shown: BookingPlace &
    Branded & { readonly now: Date; readonly isNew?: boolean; readonly isRefused?: boolean },
): Page {
  const { speaker, now, kept, sites } = shown
  const venue = { brand: shown.brand, about: booking.service_name }
  const isNew = shown.isNew === true && OPEN.has(booking.status)
  const title = speaker.say(isNew ? (NEW_TITLES[booking.status] ?? 'bookingTitle') : 'bookingTitle')
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${isNew && html`<p class="lead" role="status">${howToReturn(shown)}</p>`}
<div class="card">
<p class="badge ${booking.status}">${speaker.say(STATUSES[booking.status])}</p>
${timeOf(booking, speaker)}
</div>
${shown.isRefused && refusedNotice('', speaker)}
${arrival(booking, shown)}
${facts(booking, speaker)}
${OPEN.has(booking.status) && actions(shown, booking, now)}
</main>`
  return { speaker, venue, main, title, kind: 'booking', sites, footer: languageForm({ speaker, kept }) }
}

/** In a frame, the browser shows the address of the page around it. */
const howToReturn = ({ speaker, token, kept: { lang, embed } }: BookingPlace): Html | string =>
  embed
    ? html`<a href="${addressOf(`/b/${encodeURIComponent(token)}`, lang ? { lang } : {})}" rel="noopener" target="_blank">${speaker.say('keepPage')}</a>`
    : speaker.say('keepLink')

/** Checking in, and what became of it. Leaves the frame that shows the booking: a place has a page of its own. */
function arrival(booking: OwnBooking, { speaker, token, kept }: BookingPlace): Html {
  const { place_url, can_check_in } = booking
  const { lang, embed } = kept
  const target = embed && html` target="_top"`
  const path = addressOf(`/b/${encodeURIComponent(token)}/check-in`, lang ? { lang } : {})
  return html`${arrivalNotices(booking, speaker)}
${place_url && html`<p class="actions"><a class="button primary" href="${new URL(place_url).pathname}"${target}>${speaker.say('yourPlace')}</a></p>`}
${
  can_check_in &&
  html`<form class="actions" method="post" action="${path}"${target}>${keyField()}
<button class="primary">${speaker.say('arrive')}</button></form>`
}`
}

/** Titles for somebody who has just booked. */
const NEW_TITLES: Partial<Record<BookingStatus, TextKey>> = { confirmed: 'booked', pending: 'requested' }

const OPEN: ReadonlySet<BookingStatus> = new Set(['pending', 'confirmed'])

/** From when to when, with the day. */
export const timeOf = (
  { start, end, timezone }: Pick<OwnBooking, 'start' | 'end' | 'timezone'>,
  speaker: Speaker,
): Html => html`<p class="when"><strong>${speaker.date(start, timezone)}</strong>
<span>${speaker.timeRange(start, end, timezone)}</span></p>`

/** Whether the customer can still move or cancel a booking. */
export const isAhead = ({ status, changeable_until }: OwnBooking, now: Date): boolean =>
  OPEN.has(status) && Date.parse(changeable_until) > now.getTime()

const facts = (booking: OwnBooking, speaker: Speaker): Html => html`
<dl class="facts">
<div><dt>${speaker.say('withProvider')}</dt><dd><bdi>${booking.provider_name}</bdi></dd></div>
<div><dt><bdi>${booking.name}</bdi></dt><dd>${speaker.count('people', booking.seats)}</dd></div>
<div><dt>${speaker.say('timeZone')}</dt><dd><bdi>${booking.timezone.replaceAll('_', ' ')}</bdi></dd></div>
${booking.cancel_reason && html`<div><dt>${speaker.say('cancelReason')}</dt><dd><bdi>${booking.cancel_reason}</bdi></dd></div>`}
</dl>`

function actions(place: BookingPlace, booking: OwnBooking, now: Date): Html {
  const { speaker, token } = place
  const calendar = `/public/bookings/${encodeURIComponent(token)}/calendar`
  return html`<div class="actions">
<a class="button" href="${calendar}" download="booking.ics">${speaker.say('addToCalendar')}</a>
${isAhead(booking, now) ? changes(place) : html`<p class="notice">${speaker.say('cannotChange')}</p>`}
</div>
${isAhead(booking, now) && html`<p class="hint until">${speaker.say('changeUntil', { time: speaker.moment(booking.changeable_until, booking.timezone) })}</p>`}`
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
