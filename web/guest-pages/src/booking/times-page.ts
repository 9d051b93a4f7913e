import type { OwnBooking, OwnSlot } from '@usher/contracts'
import { html } from '@usher/service-kit'
import { type Branded, venueHeader } from '../brand/venue.ts'
import type { Page } from '../layout.ts'
import { dayList, zoneHint } from '../times/days.ts'
import type { Week } from '../times/week.ts'
import { hiddenFields } from '../visit.ts'
import type { TextKey } from '../words/words.ts'
import { type BookingPlace, bookingPath } from './booking-page.ts'

export interface Times {
  readonly slots: readonly OwnSlot[]
  readonly week: Week
  /** Why the chosen time was refused. */
  readonly fault?: TextKey | undefined
}

/** The free times to which a customer can move their booking. */
export function timesPage(
  booking: OwnBooking,
  { slots, week, fault }: Times,
  place: BookingPlace & Branded,
): Page {
  const { speaker, brand, kept, sites } = place
  const venue = { brand, about: booking.service_name }
  const title = speaker.say('move')
  const link = (from: string, key: TextKey) =>
    html`<a class="button" href="${bookingPath(place, '/move', { from })}">${speaker.say(key)}</a>`
  const shown = { speaker, timeZone: booking.timezone, current: booking.start }
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${fault && html`<p class="notice bad" role="alert">${speaker.say(fault)}</p>`}
${zoneHint(speaker, booking.timezone)}
<form action="${bookingPath(place, '/move')}"><input type="hidden" name="from" value="${week.from}">
${hiddenFields(kept)}
${slots.length === 0 ? html`<p class="card lead">${speaker.say('noTimes')}</p>` : dayList(slots, shown)}
</form>
<nav class="weeks">${week.earlier && link(week.earlier, 'earlier')}${link(week.later, 'later')}</nav>
<p><a href="${bookingPath(place)}">${speaker.say('back')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'booking', sites }
}
