import type { Brand } from '@usher/contracts'
import { formatPhone, type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'

/** A page with the brand of an organisation. */
export interface Branded {
  /** undefined: it could not be read. */
  readonly brand: Brand | undefined
}

/** Whose page it is. */
export interface Venue extends Branded {
  /** What the page is about: the name of a queue or service. */
  readonly about: string
}

/** The name that a venue's guests know. */
export const venueName = ({ brand, about }: Venue): string => brand?.name ?? about

/** The top of a page: logo and name of the venue, and what the page is about. */
export function venueHeader({ brand, about }: Venue): Html {
  if (!brand) return html`<p class="venue"><bdi>${about}</bdi></p>`
  return html`<div class="venue">${logo(brand)}
<p><bdi>${brand.name}</bdi>${about !== brand.name && html` <span class="about"><bdi>${about}</bdi></span>`}</p></div>`
}

const logo = ({ logo_url }: Brand): Html | null =>
  logo_url === null ? null : html`<img class="logo" src="${new URL(logo_url).pathname}" alt="">`

/** The bottom of a page: how to find and reach the venue. */
export function venueFooter({ brand }: Venue): Html | undefined {
  if (!brand || (brand.address === null && brand.phone === null)) return undefined
  const { name, address, phone } = brand
  return html`<address><strong><bdi>${name}</bdi></strong>
${address !== null && html`<span class="lines"><bdi>${address}</bdi></span>`}
${phone !== null && html`<a href="tel:${phone}"><bdi dir="ltr">${formatPhone(phone)}</bdi></a>`}</address>`
}

/** What a venue does with a guest's data, where it is asked for. */
export function privacyNote({ brand }: Venue, speaker: Speaker): Html | undefined {
  if (!brand) return undefined
  const days = speaker.days(brand.guest_retention_days)
  return html`<p class="hint">${speaker.say('privacyText', { venue: isolated(brand.name), days })}${
    brand.privacy_url !== null &&
    html` <a href="${brand.privacy_url}" rel="noopener" target="_blank">${speaker.say('privacyLink')}</a>`
  }</p>`
}

/** Keeps what people typed from changing the direction of the words around it (Unicode UAX 9: FSI, PDI). */
export const isolated = (text: string): string => `\u2068${text}\u2069`
