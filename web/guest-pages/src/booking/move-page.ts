import type { OwnBooking } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Branded, venueHeader } from '../brand/venue.ts'
import { keyField } from '../form.ts'
import type { Page } from '../layout.ts'
import { zoneHint } from '../times/days.ts'
import type { TextKey } from '../words/words.ts'
import { type BookingPlace, bookingPath, timeOf } from './booking-page.ts'

interface Move {
  /** First date of the week that the time was chosen from. */
  readonly from: string
  /** The chosen start, ISO 8601. */
  readonly start: string
}

/** Asks before a booking is moved: from when to when. */
export function movePage(booking: OwnBooking, { from, start }: Move, place: BookingPlace & Branded): Page {
  const { speaker, brand, sites } = place
  const venue = { brand, about: booking.service_name }
  const title = speaker.say('moveTitle')
  const lengthMs = Date.parse(booking.end) - Date.parse(booking.start)
  const end = new Date(Date.parse(start) + lengthMs).toISOString()
  const time = (key: TextKey, shown: OwnBooking): Html => html`
<div class="card"><p class="hint">${speaker.say(key)}</p>
${timeOf(shown, speaker)}</div>`
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${time('moveFrom', booking)}
${time('moveTo', { ...booking, start, end })}
${zoneHint(speaker, booking.timezone)}
<div class="actions"><form method="post" action="${bookingPath(place, '/move', { from })}">${keyField()}
<button class="primary" name="start" value="${start}">${speaker.say('moveYes')}</button></form>
<a class="button" href="${bookingPath(place, '/move', { from })}">${speaker.say('back')}</a></div>
</main>`
  return { speaker, venue, main, title, kind: 'booking', sites }
}
