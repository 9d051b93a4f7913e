import { html, raw } from '@usher/service-kit'
import { renderSVG } from 'uqr'
import { type Venue, venueHeader } from '../brand/venue.ts'
import type { Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

/** A printable poster with the join page's address as a QR code (ISO/IEC 18004). */
export function posterPage(
  venue: Venue,
  { speaker, url }: { readonly speaker: Speaker; readonly url: string },
): Page {
  const title = speaker.say('posterTitle')
  // Error correction Q: readable with a quarter damaged, as on a crumpled sheet.
  const code = renderSVG(url, { ecc: 'Q', border: 4, pixelSize: 1 })
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<div class="code" role="img" aria-label="${url}">${raw(code)}</div>
<p class="lead">${speaker.say('posterText')}</p>
<p class="address">${speaker.say('posterAddress')} <bdi dir="ltr">${url}</bdi></p>
</main>`
  return { speaker, main, title, venue, kind: 'poster' }
}
