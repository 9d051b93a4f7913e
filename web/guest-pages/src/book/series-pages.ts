import type { OnlineSeries, SeriesClash } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { timeOf } from '../booking/booking-page.ts'
import { venueHeader } from '../brand/venue.ts'
import type { Typed } from '../fields/typed.ts'
import type { Page } from '../layout.ts'
import { addressOf, hiddenFields } from '../visit.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import type { Choice } from './choice.ts'
import { timesPath } from './chosen.ts'

/** Visits that were booked at once, each with its own page, and those that were not free. */
export function seriesPage(place: BookPlace, choice: Choice, { bookings, clashes }: OnlineSeries): Page {
  const { speaker, brand, kept, slug, sites } = place
  const venue = { brand, about: choice.service.name }
  const isPending = bookings.some(({ status }) => status === 'pending')
  const title = speaker.say(isPending ? 'seriesRequested' : 'seriesTitle')
  const { as: _, ...keptHere } = kept
  const query = { ...keptHere, ...(kept.embed && { book: slug }) }
  const entry = (booking: OnlineSeries['bookings'][number]) => html`<li><div class="card">
${timeOf(booking, speaker)}
<p><bdi>${booking.service_name}</bdi> · <bdi>${booking.provider_name}</bdi></p>
<a class="button" href="${addressOf(new URL(booking.manage_url).pathname, query)}" aria-label="${speaker.say('view')}: ${speaker.moment(booking.start, booking.timezone)}">${speaker.say('view')}</a>
</div></li>`
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<ul class="bookings">${bookings.map(entry)}</ul>
${clashes.length > 0 && html`<p class="notice warn">${speaker.say('clashBooked')}</p>${list(clashes, place, zoneOfVisits(bookings, place))}`}
<p class="actions"><a class="button" href="${bookPath(place)}">${speaker.say('allServices')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}

interface Clashed {
  readonly choice: Choice
  readonly clashes: readonly SeriesClash[]
  readonly visits: number
  readonly timeZone: string
  /** What the form brings along. */
  readonly typed: Typed
  /** Where the form is sent. */
  readonly action: string
}

/** Says which visits are not free, and offers to book the others. */
export function clashPage(place: BookPlace, shown: Clashed): Page {
  const { speaker, brand, sites } = place
  const { choice, clashes, visits, timeZone, typed, action } = shown
  const venue = { brand, about: choice.service.name }
  const title = speaker.say('clashTitle')
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<p class="notice bad" role="alert">${speaker.say('clashText')}</p>
${list(clashes, place, timeZone)}
<form class="fields" method="post" action="${action}">${hiddenFields(typed)}
${clashes.length < visits && html`<button class="primary" name="action" value="partial">${speaker.say('bookFree')}</button>`}
<button name="action" value="edit">${speaker.say('changeDetails')}</button>
</form>
<p><a href="${timesPath(place, { choice })}">${speaker.say('allTimes')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}

const list = (clashes: readonly SeriesClash[], { speaker }: BookPlace, timeZone: string): Html =>
  html`<ul class="clashes">${clashes.map(
    ({ start, nearest }) =>
      html`<li><strong>${speaker.moment(start, timeZone)}</strong>${
        nearest && html`<br>${speaker.say('clashNearest', { time: speaker.moment(nearest.start, timeZone) })}`
      }</li>`,
  )}</ul>`

const zoneOfVisits = ([first]: OnlineSeries['bookings'], { page }: BookPlace): string =>
  first?.timezone ?? page.timezone
