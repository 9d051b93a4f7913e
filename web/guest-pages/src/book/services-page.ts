import type { BookableService } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { venueHeader } from '../brand/venue.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import { type BookPlace, bookPath } from './book-place.ts'

/** What customers can book. */
export function servicesPage(place: BookPlace): Page {
  const { speaker, brand, kept, sites, page } = place
  const title = speaker.say('bookTitle')
  const venue = { brand, about: brand?.name ?? title }
  const main = html`<main>
${brand && venueHeader(venue)}
<h1>${title}</h1>
${page.services.length === 0 ? html`<p class="card lead">${speaker.say('nothingToBook')}</p>` : list(place)}
<p><a href="${bookPath(place, ['mine'])}">${speaker.say('mineTitle')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'book', sites, footer: languageForm({ speaker, kept }) }
}

const list = (place: BookPlace): Html => html`<ul class="services">
${place.page.services.map(
  (service) => html`<li><a class="card" href="${bookPath(place, [service.id])}">
<strong><bdi>${service.name}</bdi></strong>
<span class="hint">${terms(service, service.duration_minutes, place.speaker)}</span>
${service.description && html`<span class="lines" dir="auto">${service.description}</span>`}</a></li>`,
)}</ul>`

/** How long a service takes, and what it costs. */
export const terms = ({ price }: Pick<BookableService, 'price'>, minutes: number, speaker: Speaker): Html =>
  html`${speaker.duration(minutes)}${price && html` · <span>${speaker.price(price)}</span>`}`

/** A service that customers cannot book by themselves any more. */
export function serviceGonePage(place: BookPlace): Page {
  const { speaker, brand, sites, page } = place
  const title = speaker.say('serviceGoneTitle')
  const venue = { brand, about: brand?.name ?? title }
  const main = html`<main>
${brand && venueHeader(venue)}
<h1>${title}</h1>
${page.services.length > 0 && html`<p><a class="button" href="${bookPath(place)}">${speaker.say('allServices')}</a></p>`}
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}
