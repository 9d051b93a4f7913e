import type { CustomerBooking, CustomerBookings } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { STATUSES, timeOf } from '../booking/booking-page.ts'
import { venueHeader } from '../brand/venue.ts'
import { inputField } from '../fields/inputs.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import { addressOf } from '../visit.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { codeTokenField } from './code-step.ts'

interface ContactForm {
  readonly contact: string
  readonly fault?: string | undefined
  /** Token of a code that was sent. */
  readonly token?: string
  /** What happened before. */
  readonly notice?: string | undefined
}

/** Asks whose bookings are to be shown. */
export function minePage(place: BookPlace, { contact, fault, token, notice }: ContactForm): Page {
  const { speaker, brand, kept, sites } = place
  const title = speaker.say('mineTitle')
  const venue = { brand, about: brand?.name ?? title }
  const faults = fault === undefined ? {} : { contact: fault }
  const main = html`<main>
${brand && venueHeader(venue)}
<h1>${title}</h1>
<p class="lead">${speaker.say('mineText')}</p>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
<form class="fields" method="post" action="${bookPath(place, ['mine'])}" novalidate>${keyField()}${codeTokenField(token)}
${inputField({ name: 'contact', label: speaker.say('contact'), required: true, autocomplete: 'email', maxlength: 254 }, { speaker, typed: { contact }, faults })}
<button class="primary" name="action" value="code">${speaker.say('sendCode')}</button>
</form>
<p><a href="${bookPath(place)}">${speaker.say('allServices')}</a></p>
</main>`
  const footer = languageForm({ speaker, kept })
  return { speaker, venue, main, title, kind: 'book', sites, footer }
}

interface Listed extends CustomerBookings {
  readonly token: string
  readonly now: Date
  /** When the session ends. */
  readonly expires: string
}

/** The bookings of a customer, upcoming ones first. */
export function bookingsPage(place: BookPlace, listed: Listed): Page {
  const { speaker, brand, kept, sites, page } = place
  const { data, next_cursor, token, now, expires } = listed
  const title = speaker.say('mineTitle')
  const venue = { brand, about: brand?.name ?? title }
  const steps = ['mine', token]
  const [upcoming, past] = [true, false].map((isAhead) =>
    data.filter(({ end }) => Date.parse(end) > now.getTime() === isAhead),
  )
  const section = (key: 'upcoming' | 'past', bookings: readonly CustomerBooking[] = []) =>
    bookings.length > 0 &&
    html`<h2>${speaker.say(key)}</h2><ul class="bookings">${bookings.map((one) => entry(place, one, listed))}</ul>`
  const main = html`<main>
${brand && venueHeader(venue)}
<h1>${title}</h1>
<p class="hint">${speaker.say('mineUntil', { time: speaker.time(expires, page.timezone) })}</p>
${data.length === 0 && html`<p class="card lead">${speaker.say('noBookings')}</p>`}
${section('upcoming', upcoming)}
${section('past', past)}
${next_cursor && html`<p><a class="button" href="${bookPath(place, steps, { cursor: next_cursor })}">${speaker.say('more')}</a></p>`}
<p><a class="button" href="${bookPath(place, [], { as: token })}">${speaker.say('allServices')}</a></p>
</main>`
  const footer = languageForm({ speaker, kept })
  return { speaker, venue, main, title, kind: 'book', sites, footer }
}

function entry(place: BookPlace, booking: CustomerBooking, { token }: Pick<Listed, 'token'>): Html {
  const { speaker, page, kept, slug } = place
  const { status, service_name, provider_name, service_type_id: service } = booking
  const own = addressOf(new URL(booking.manage_url).pathname, { ...kept, ...(kept.embed && { book: slug }) })
  const isOffered = page.services.some(({ id }) => id === service)
  const when = speaker.moment(booking.start, booking.timezone)
  const about = (key: 'view' | 'bookAgain') => `${speaker.say(key)}: ${service_name}, ${when}`
  return html`<li><div class="card">
<p class="badge ${status}">${speaker.say(STATUSES[status])}</p>
${timeOf(booking, speaker)}
<p><bdi>${service_name}</bdi> · <bdi>${provider_name}</bdi></p>
<div class="pair"><a class="button" href="${own}" aria-label="${about('view')}">${speaker.say('view')}</a>
${isOffered && html`<a class="button" href="${bookPath(place, [service], { as: token })}" aria-label="${about('bookAgain')}">${speaker.say('bookAgain')}</a>`}</div>
</div></li>`
}
