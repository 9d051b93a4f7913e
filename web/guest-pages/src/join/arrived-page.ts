import type { Arrived } from '@usher/contracts'
import { html } from '@usher/service-kit'
import { refusedNotice } from '../booking/arrival-notices.ts'
import { type Branded, venueHeader } from '../brand/venue.ts'
import type { Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly slug: string
}

/** What somebody reads who has checked in at a queue: no name, as others may stand by. */
export function arrivedPage(
  { start, timezone, service_name, check_in_error }: Arrived,
  { speaker, slug, brand }: Shown,
): Page {
  const venue = { brand, about: service_name }
  const title = speaker.say(check_in_error === null ? 'checkedInTitle' : 'bookingTitle')
  const main = html`<main>
${venueHeader(venue)}
<div class="card" role="status"><h1>${title}</h1>
${check_in_error === null && html`<p class="lead">${speaker.say('checkedInText', { time: speaker.time(start, timezone) })}</p>`}</div>
${check_in_error !== null && refusedNotice(check_in_error, speaker)}
<p><a class="button" href="/join/${encodeURIComponent(slug)}">${speaker.say('back')}</a></p>
</main>`
  return { speaker, main, title, venue, kind: 'join' }
}
