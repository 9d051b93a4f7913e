import type { Display } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import type { Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

/** How long a call is highlighted. */
const FRESH_MS = 30_000
/** How often a display without scripts reloads. */
const REFRESH_SECONDS = 15

interface Shown {
  readonly speaker: Speaker
  readonly slug: string
  readonly now: Date
}

/** The display in the room: who is called, in large type, and who is next. */
export function displayPage(display: Display, { speaker, slug, now }: Shown): Page {
  const { called, next } = display
  const main = html`<main data-state="${JSON.stringify(display)}">
<header><p class="venue">${display.name}</p>
<p class="queue">${speaker.count('waiting', display.waiting_count)} · ${speaker.say('estimatedWait')} ${speaker.wait(display.estimated_wait_range)}</p></header>
${display.status === 'paused' && paused(display, speaker)}
<section class="${called.length > 0 ? 'called' : 'called nobody'}" role="status"><h1>${speaker.say(headingOf(display))}</h1>
<ol>${called.map((one) => calledItem(one, now))}</ol></section>
${
  next.length > 0 &&
  html`<section class="next"><h2>${speaker.say('next')}</h2>
<ol>${next.map(({ label }) => html`<li><bdi>${label}</bdi></li>`)}</ol></section>`
}
</main>`
  return {
    ...{ speaker, main, kind: 'display', title: display.name },
    live: { events: `/public/queues/${encodeURIComponent(slug)}/display/events`, event: 'display' },
    refreshSeconds: REFRESH_SECONDS,
  }
}

const calledItem = ({ label, called_at, desk }: Display['called'][number], now: Date): Html => html`
<li${isFresh(called_at, now) && html` class="fresh"`}><bdi>${label}</bdi>${desk !== null && html` <span class="desk"><span aria-hidden="true">→</span> <bdi>${desk}</bdi></span>`}</li>`

function headingOf({ called, waiting_count }: Display): 'nowCalling' | 'nobodyCalled' | 'nobodyWaiting' {
  if (called.length > 0) return 'nowCalling'
  return waiting_count > 0 ? 'nobodyCalled' : 'nobodyWaiting'
}

const isFresh = (calledAt: string, now: Date): boolean => now.getTime() - Date.parse(calledAt) < FRESH_MS

const paused = ({ pause_reason }: Display, speaker: Speaker): Html => html`
<p class="notice warn"><strong>${speaker.say('pausedTitle')}</strong> ${pause_reason && html`<bdi>${pause_reason}</bdi>`}</p>`
