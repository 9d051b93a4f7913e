import type { Display } from '@usher/contracts'
import { offsetAt, zoneOffsets } from '@usher/contracts/zones'
import { type Html, html, raw } from '@usher/service-kit'
import { renderSVG } from 'uqr'
import { type Branded, isolated, venueHeader } from '../brand/venue.ts'
import type { Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

/** How long a call is highlighted. */
const FRESH_MS = 30_000
/** How often a display without scripts reloads. */
const REFRESH_SECONDS = 15

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly slug: string
  /** URL of the page to join. */
  readonly joinUrl: string
  readonly now: Date
}

/** The display in the room: who is called, in large type, who is next, and how to join. */
export function displayPage(display: Display, shown: Shown): Page {
  const { speaker, slug, now, brand } = shown
  const { called, next } = display
  const venue = { brand, about: display.name }
  const main = html`<main data-state="${JSON.stringify(display)}">
<header>${venueHeader(venue)}
<p class="queue">${speaker.count('waiting', display.waiting_count)} · ${speaker.say('estimatedWait')} ${speaker.wait(display.estimated_wait_range)}</p>
${clock(display, shown)}</header>
${display.status === 'paused' && paused(display, speaker)}
<section class="${called.length > 0 ? 'called' : 'called nobody'}" role="status"><h1>${speaker.say(headingOf(display))}</h1>
<ol>${called.map((one) => calledItem(one, speaker, now))}</ol></section>
<div class="below">
${
  next.length > 0 &&
  html`<section class="next"><h2>${speaker.say('next')}</h2>
<ol>${next.map(({ label }) => html`<li><bdi>${label}</bdi></li>`)}</ol></section>`
}
<button data-sound hidden>${speaker.say('soundOn')}</button>
${display.public_join && joinCode(shown)}
</div>
</main>`
  return {
    speaker,
    main,
    kind: 'display',
    title: display.name,
    venue,
    scripts: ['display.ts'],
    live: { events: `/public/queues/${encodeURIComponent(slug)}/display/events`, event: 'display' },
    refreshSeconds: REFRESH_SECONDS,
  }
}

/** With the UTC offset, in minutes, for the script. @param now until the script takes over */
const clock = ({ timezone }: Display, { speaker, now }: Shown): Html => html`
<p class="clock"><time data-clock="${offsetAt(zoneOffsets(timezone), now.getTime())}">${speaker.time(now.toISOString(), timezone)}</time></p>`

type Called = Display['called'][number]

/** With the words that the script speaks when the call is new. */
const calledItem = (one: Called, speaker: Speaker, now: Date): Html => html`
<li${isFresh(one.called_at, now) && html` class="fresh"`} data-called="${one.called_at}" data-spoken="${spoken(one, speaker)}"><bdi>${one.label}</bdi>${one.desk !== null && html` <span class="desk"><span aria-hidden="true">→</span> <bdi>${one.desk}</bdi></span>`}</li>`

const spoken = ({ label, desk }: Called, speaker: Speaker): string =>
  `${label}. ${desk === null ? speaker.say('nowCalling') : speaker.say('turnDesk', { desk: isolated(desk) })}`

function headingOf({ called, waiting_count }: Display): 'nowCalling' | 'nobodyCalled' | 'nobodyWaiting' {
  if (called.length > 0) return 'nowCalling'
  return waiting_count > 0 ? 'nobodyCalled' : 'nobodyWaiting'
}

const isFresh = (calledAt: string, now: Date): boolean => now.getTime() - Date.parse(calledAt) < FRESH_MS

const paused = ({ pause_reason }: Display, speaker: Speaker): Html => html`
<p class="notice warn"><strong>${speaker.say('pausedTitle')}</strong> ${pause_reason && html`<bdi>${pause_reason}</bdi>`}</p>`

/** Error correction M: a screen does not crumple, but reflects. */
const joinCode = ({ speaker, joinUrl }: Shown): Html => html`
<aside class="join"><p>${speaker.say('posterTitle')}</p>
<div class="code" role="img" aria-label="${joinUrl}">${raw(renderSVG(joinUrl, { ecc: 'M', border: 2, pixelSize: 1 }))}</div></aside>`
