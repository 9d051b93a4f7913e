import type { Delay, LineClause, OwnPlace } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Branded, isolated, venueHeader } from '../brand/venue.ts'
import { delayMinutes, earlyMinutes, placeState, placeTexts } from '../browser/shared.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import type { TextKey } from '../words/words.ts'

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly token: string
  readonly pushKey?: string | undefined
  readonly now: Date
}

/** A guest's page: their place in line, or the outcome. */
export function placePage(place: OwnPlace, shown: Shown): Page {
  const { speaker, token, brand } = shown
  const venue = { brand, about: place.queue.name }
  const path = `/w/${encodeURIComponent(token)}`
  const [title, content] = contentOf(place, shown, path)
  const main = html`<main data-state="${placeState(place)}">
${venueHeader(venue)}
${content}
</main>`
  return {
    speaker,
    title,
    venue,
    main,
    kind: 'place',
    footer: html`
<p class="hint" data-needs-script hidden>${speaker.say('liveHint')}</p>
<noscript><p><a href="${path}">${speaker.say('refresh')}</a></p></noscript>
${languageForm({ speaker, action: `${path}/language` })}`,
    ...(shown.pushKey && { scripts: ['push.ts' as const] }),
    live: { events: `/public/guests/${encodeURIComponent(token)}/events`, event: 'place' },
  }
}

type Content = readonly [title: string, content: Html]

function contentOf(place: OwnPlace, shown: Shown, path: string): Content {
  const { speaker } = shown
  switch (place.status) {
    case 'waiting':
      return [speaker.say('yourPlace'), waiting(place, shown, path)]
    case 'notified':
      return [speaker.say('turnTitle'), notified(place, shown, path)]
    case 'seated':
      return over(speaker, 'seated')
    case 'no_show':
      return over(speaker, 'noShow', place.queue.join_slug)
    case 'removed':
      return place.can_return ? left(speaker, path) : over(speaker, 'removed', place.queue.join_slug)
  }
}

function waiting(place: OwnPlace, { speaker, token, pushKey, now }: Shown, path: string): Html {
  const texts = placeTexts(place, speaker.words, speaker.tag)
  return html`
<h1>${speaker.say('yourPlace')}</h1>
<div class="card" role="status">
<p class="number" data-position>${texts.position}</p>
<p class="ahead" data-ahead>${texts.ahead}</p>
<p class="wait"><span>${speaker.say('estimatedWait')}</span> <strong data-wait>${texts.wait}</strong></p>
${outlook(place, speaker)}
</div>
${facts(place, speaker)}
${notices(place, speaker, now)}
${pushOffer({ speaker, token, pushKey })}
${placeActions(place, speaker, path)}`
}

const notified = (place: OwnPlace, { speaker, token, pushKey, now }: Shown, path: string): Html => html`
<div class="card turn" role="status">
<h1>${speaker.say('turnTitle')}</h1>
<p class="lead">${place.desk === null ? speaker.say('turnText') : speaker.say('turnDesk', { desk: isolated(place.desk) })}</p>
</div>
${facts(place, speaker)}
${notices(place, speaker, now)}
${pushOffer({ speaker, token, pushKey })}
${placeActions(place, speaker, path)}`

function over(speaker: Speaker, kind: 'seated' | 'noShow' | 'removed', joinSlug?: string | null): Content {
  const title = speaker.say(`${kind}Title`)
  const path = joinSlug && `/join/${encodeURIComponent(joinSlug)}`
  const text = html`<div class="card" role="status"><h1>${title}</h1><p class="lead">${speaker.say(`${kind}Text`)}</p></div>
${path && html`<p><a class="button" href="${path}">${speaker.say('joinTitle')}</a></p>`}`
  return [title, text]
}

/** What guests read who left by themselves, and can still take that back. */
function left(speaker: Speaker, path: string): Content {
  const title = speaker.say('removedTitle')
  const text = html`<div class="card" role="status"><h1>${title}</h1><p class="lead">${speaker.say('leftText')}</p></div>
<form method="post" action="${path}/return">${keyField()}
<button class="primary">${speaker.say('comeBack')}</button></form>`
  return [title, text]
}

const facts = (place: OwnPlace, speaker: Speaker): Html => html`
<dl class="facts">
<div><dt><bdi>${place.name}</bdi></dt><dd>${speaker.count('people', place.party_size)}</dd></div>
<div><dt>${speaker.say('onScreen')}</dt><dd><bdi>${place.display_label}</bdi></dd></div>
</dl>`

/** Why somebody else went first, by the clause of the line's rules; the others need no words. */
const PASSED: Partial<Record<LineClause, TextKey>> = {
  booking_due: 'passedBooking',
  early_gap: 'passedBooking',
  late_booking: 'passedEarlier',
  backfill: 'passedShort',
  walk_in_share: 'passedShare',
  separate_lines: 'passedLine',
}

function notices(place: OwnPlace, speaker: Speaker, now: Date): Html {
  const { queue } = place
  const zone = place.timezone ?? queue.timezone
  const at = (time: string) => ({ time: speaker.time(time, zone) })
  const changed = place.place_change?.reason === 'deferred' ? 'deferred' : 'placeChanged'
  const passed =
    place.passed_by && (place.passed_by.came_late ? 'passedLate' : PASSED[place.passed_by.clause])
  return html`
${queue.status === 'paused' && pausedNotice(queue.pause_reason, speaker)}
${place.away_until && awayNotice(place.away_until, zone, speaker, now)}
${place.booked_start && notice(speaker.say('bookedFor', at(place.booked_start)))}
${passed && notice(speaker.say(passed))}
${place.arrived_at && !place.away_until && notice(speaker.say('arrived'))}
${place.place_change && notice(speaker.say(changed, at(place.place_change.at)))}`
}

const notice = (text: string): Html => html`<p class="notice">${text}</p>`

/** The script shows the other text once the time has passed. */
function awayNotice(until: string, zone: string, speaker: Speaker, now: Date): Html {
  const over = speaker.say('awayOver')
  if (Date.parse(until) <= now.getTime()) return notice(over)
  const text = speaker.say('awayUntil', { time: speaker.time(until, zone) })
  return html`<p class="notice" data-until="${until}" data-over="${over}">${text}</p>`
}

const pausedNotice = (reason: string | null, speaker: Speaker): Html => html`
<div class="notice warn"><p><strong>${speaker.say('pausedTitle')}</strong> ${speaker.say('pausedText')}</p>
${reason && html`<p dir="auto">${reason}</p>`}</div>`

/** Below the wait: why it is longer than first told or, where it is not, how early guests are usually called. */
export function outlook(place: OwnPlace, speaker: Speaker): Html {
  if (place.delay) return html`<p class="outlook">${delayText(place.delay, speaker)}</p>`
  const early = earlyMinutes(place)
  return html`${early !== null && html`<p class="outlook hint">${speaker.say('usuallyEarly', { minutes: speaker.minutes(early) })}</p>`}`
}

function delayText({ minutes, reason, let_in_ahead }: Delay, speaker: Speaker): string {
  const later = { minutes: speaker.minutes(delayMinutes(minutes)) }
  if (let_in_ahead) return aheadText(let_in_ahead, later, speaker)
  if (reason === 'booking_first') return speaker.say('laterBooked', later)
  if (reason === 'place_changed') return speaker.say('laterPlace', later)
  if (reason === 'fewer_servers') return speaker.say('laterFewer', later)
  return speaker.say(reason === 'slower' ? 'laterSlower' : 'laterOnly', later)
}

function aheadText(
  { parties, smallest, largest }: NonNullable<Delay['let_in_ahead']>,
  later: { readonly minutes: string },
  speaker: Speaker,
): string {
  if (smallest !== largest) return speaker.count('laterAheadMixed', parties, later)
  return speaker.count('laterAhead', parties, { ...later, people: speaker.count('people', smallest) })
}

const PARTIES = [1, 2, 3, 5]
const MINUTES = [10, 20, 30, 60]

/** The actions of a waiting guest. They need no script: confirmations are unfolded in place. */
const placeActions = (place: OwnPlace, speaker: Speaker, path: string): Html => html`
<div class="actions">
${
  isHere(place) ||
  html`
<form method="post" action="${path}/arrived">${keyField()}
<button class="primary">${speaker.say('arrive')}</button></form>`
}
<details id="later"><summary>${speaker.say('moreTime')}</summary>
<form method="post" action="${path}/later">${keyField()}
<fieldset><legend>${speaker.say('backInTitle')}</legend><div class="choices">
${MINUTES.map((n) => html`<button name="minutes" value="${n}">${speaker.minutes(n)}</button>`)}
</div></fieldset></form>
<form method="post" action="${path}/later">${keyField()}
<fieldset><legend>${speaker.say('letPassTitle')}</legend><div class="choices">
${PARTIES.map((n) => html`<button name="parties" value="${n}">${speaker.count('letPass', n)}</button>`)}
</div></fieldset></form>
</details>
<a class="button" href="${path}/details">${speaker.say('changeDetails')}</a>
<details id="leave"><summary>${speaker.say('leave')}</summary>
<form method="post" action="${path}/leave">${keyField()}
<p>${speaker.say('leaveConfirm')}</p>
<button class="danger">${speaker.say('leaveYes')}</button></form>
</details>
</div>`

/** A guest who is away can say that they are back. */
const isHere = ({ arrived_at, away_until }: OwnPlace): boolean => arrived_at !== null && away_until === null

interface Offer {
  readonly speaker: Speaker
  readonly token: string
  /** Key of the server (VAPID); undefined: it sends nothing by push. */
  readonly pushKey: string | undefined
}

/** A button for notifications, hidden until `push.ts` finds that the browser supports push. */
const pushOffer = ({ speaker, token, pushKey }: Offer): Html | undefined => {
  if (!pushKey) return undefined
  const path = `/public/guests/${encodeURIComponent(token)}/push-subscription`
  return html`
<div class="actions" data-push="${path}" data-key="${pushKey}" hidden>
<button type="button" data-push-on>${speaker.say('pushOn')}</button>
<div class="notice push-active" data-push-active hidden>
<p role="status">${speaker.say('pushTold')}</p>
<button type="button" data-push-off>${speaker.say('pushOff')}</button>
</div>
</div>`
}
