import type { OwnStandby } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { timeOf } from '../booking/booking-page.ts'
import { type Branded, venueHeader } from '../brand/venue.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import { zoneHint } from '../times/days.ts'
import { addressOf, type Visit } from '../visit.ts'
import type { TextKey } from '../words/words.ts'

/** The standby of a page, and who looks at it. */
export interface StandbyPlace extends Visit {
  readonly token: string
}

/** @param step a page of the standby's own, such as `/accept` */
export const standbyPath = ({ kept, token }: StandbyPlace, step = ''): string =>
  addressOf(`/standby/${encodeURIComponent(token)}${step}`, kept)

interface Shown extends StandbyPlace, Branded {
  /** Why the offer could not be taken. */
  readonly fault?: TextKey | undefined
}

/** How often a browser without scripts looks for an offer, in seconds. */
const REFRESH_SECONDS = 30

const TITLES = {
  waiting: 'standbyWaiting',
  offered: 'standbyOffered',
  booked: 'booked',
  ended: 'standbyEnded',
} as const

/** A customer's own standby: whether a time is held for them, and what they can do. */
export function ownStandbyPage(standby: OwnStandby, shown: Shown): Page {
  const { speaker, kept, sites, brand, fault } = shown
  const venue = { brand, about: standby.service_name }
  const title = speaker.say(TITLES[standby.status])
  const isOpen = standby.status === 'waiting' || standby.status === 'offered'
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${fault && html`<p class="notice bad" role="alert">${speaker.say(fault)}</p>`}
${offerOf(standby, shown)}
${standby.status === 'waiting' && html`<p class="lead">${speaker.say('standbyWaitingText')}</p>`}
${ending(standby, speaker)}
${isOpen && windowsOf(standby, shown)}
${isOpen && leaveForm(shown)}
</main>`
  const refresh = isOpen && { refreshSeconds: REFRESH_SECONDS }
  return {
    speaker,
    venue,
    main,
    title,
    kind: 'booking',
    sites,
    footer: languageForm({ speaker, kept }),
    ...refresh,
  }
}

/** Why a standby ended, where the customer did not end it. */
const ENDINGS: Readonly<Record<string, TextKey>> = {
  unanswered: 'standbyUnanswered',
  windows_over: 'standbyOver',
  not_offered: 'serviceGoneTitle',
  removed: 'standbyRemoved',
}

function ending({ end_reason }: OwnStandby, speaker: Speaker): Html | undefined {
  const text = ENDINGS[end_reason ?? '']
  return text && html`<p class="lead">${speaker.say(text)}</p>`
}

function offerOf({ offer, service_name }: OwnStandby, place: Shown): Html | false {
  if (!offer) return false
  const { speaker } = place
  const { timezone, offered_until } = offer
  return html`<div class="card">
${timeOf({ ...offer, timezone }, speaker)}
<p><bdi>${service_name}</bdi><br>${speaker.say('withProvider')}: <bdi>${offer.provider_name}</bdi></p>
${zoneHint(speaker, timezone)}
</div>
<p class="notice">${speaker.say('keptUntil', { until: speaker.time(offered_until, timezone) })}</p>
<form method="post" action="${standbyPath(place, '/accept')}">${keyField()}
<button class="primary">${speaker.say('standbyAccept')}</button></form>`
}

/** Windows of about a day are whole days, also when the clock is set. */
const WHOLE_DAY_MS = 23 * HOUR_MS

const windowsOf = ({ windows, timezone }: OwnStandby, { speaker }: Shown): Html => {
  const times = ({ from, to }: OwnStandby['windows'][number]) =>
    Date.parse(to) - Date.parse(from) < WHOLE_DAY_MS &&
    html`, ${speaker.time(from, timezone)} – ${speaker.time(to, timezone)}`
  return html`
<h2>${speaker.say('standbyTimes')}</h2>
<ul>${windows.map((window) => html`<li>${speaker.date(window.from, timezone)}${times(window)}</li>`)}</ul>
${zoneHint(speaker, timezone)}`
}

const leaveForm = (place: Shown): Html => {
  const { speaker } = place
  return html`<details id="leave"><summary>${speaker.say('standbyLeave')}</summary>
<form method="post" action="${standbyPath(place, '/leave')}">
<p>${speaker.say('standbyLeaveConfirm')}</p>
<button class="danger">${speaker.say('standbyLeaveYes')}</button></form>
</details>`
}
