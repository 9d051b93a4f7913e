import type { BookableService } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { timeOf } from '../booking/booking-page.ts'
import { privacyNote, venueHeader } from '../brand/venue.ts'
import { customField, type Form, inputField, textArea } from '../fields/inputs.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import { languageField, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'
import { zoneHint } from '../times/days.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, zoneOf } from './choice.ts'
import { detailsPath, timesPath } from './chosen.ts'
import { codeTokenField } from './code-step.ts'
import { type Held, isStillHeld } from './held.ts'
import { repeatFields } from './repeat.ts'
import { terms } from './services-page.ts'

export interface Details {
  readonly choice: Choice
  readonly held: Held
  readonly now: Date
  readonly typed: Typed
  readonly faults?: Faults
}

/** Asks for the customer's details, while a time is held for them. */
export function detailsPage(place: BookPlace, shown: Details): Page {
  const { speaker, brand, sites } = place
  const { choice, held } = shown
  const venue = { brand, about: choice.service.name }
  const title = speaker.say('detailsTitle')
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${chosenTime(place, shown)}
<p><a href="${timesPath(place, { choice, held })}">${speaker.say('move')}</a></p>
${form(place, shown)}
</main>`
  return { speaker, venue, main, title, kind: 'book', sites, scripts: ['remember.ts'] }
}

/** The held time, and how long it is held. */
function chosenTime(place: BookPlace, { choice, held, now }: Details): Html {
  const { speaker, page } = place
  const { service, duration } = choice
  const provider = service.providers.find(({ id }) => id === held.providerId)
  const timezone = provider?.timezone ?? zoneOf(choice, page)
  const end = new Date(Date.parse(held.start) + duration * MINUTE_MS).toISOString()
  return html`<div class="card">
${timeOf({ start: held.start, end, timezone }, speaker)}
<p>${provider && html`${speaker.say('withProvider')}: <bdi>${provider.name}</bdi><br>`}${terms(service, duration, speaker)}${
    choice.seats > 1 && html`<br>${speaker.count('people', choice.seats)}`
  }</p>
${zoneHint(speaker, timezone)}
</div>
${
  isStillHeld(held, now)
    ? html`<p class="notice">${speaker.say('keptUntil', { until: speaker.time(held.until, timezone) })}</p>`
    : html`<p class="notice warn">${speaker.say('notKept')}</p>`
}`
}

function form(place: BookPlace, { choice, held, typed, faults = {} }: Details): Html {
  const { speaker, brand } = place
  const { service } = choice
  const shown: Form = { speaker, typed, faults }
  const action = detailsPath(place, { choice, held })
  return html`${Object.keys(faults).length > 0 && html`<p class="notice bad" role="alert">${faults.form ?? speaker.say('checkFields')}</p>`}
<form class="fields" method="post" action="${action}" novalidate>
${codeTokenField(typed.code_token)}
${inputField({ name: 'name', label: speaker.say('name'), required: true, autocomplete: 'name', maxlength: 100 }, shown)}
${inputField({ name: 'phone', label: speaker.say('phone'), type: 'tel', autocomplete: 'tel', maxlength: 40, hint: speaker.say('bookPhoneHint'), either: true }, shown)}
${inputField({ name: 'email', label: speaker.say('email'), type: 'email', autocomplete: 'email', maxlength: 254, either: true }, shown)}
${service.questions.map((question) => customField(question, shown))}
${repeatFields(service, shown)}
${textArea({ name: 'notes', label: speaker.say('notes') }, shown)}
${codeHint(service, speaker)}
${rememberBox(speaker)}
${privacyNote({ brand, about: service.name }, speaker)}
<button class="primary" name="action" value="book">${speaker.say('book')}</button>
${languageField(speaker)}
</form>`
}

const CODE_HINTS = { email: 'codeByEmail', sms: 'codeBySms' } as const

export const codeHint = ({ verification }: BookableService, speaker: Speaker): Html | false =>
  verification !== 'none' && html`<p class="hint">${speaker.say(CODE_HINTS[verification])}</p>`

/** Shown by the script, which alone can remember anything. */
const rememberBox = (speaker: Speaker): Html => html`
<div class="field check" data-remember hidden><label><input type="checkbox"> ${speaker.say('remember')}</label>
<button type="button" class="quiet" hidden>${speaker.say('forget')}</button></div>`
