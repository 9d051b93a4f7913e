import type { JoinPage } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Branded, privacyNote, type Venue, venueHeader } from '../brand/venue.ts'
import { customField, inputField } from '../fields/inputs.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import { keyField } from '../form.ts'
import { languageField, languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly typed: Typed
  readonly faults?: Faults
  /** Of the join page. */
  readonly slug: string
}

/** The page to join a queue, or to read why it is not possible now. */
export function joinPage(page: JoinPage, shown: Shown): Page {
  const { speaker, brand } = shown
  const venue = { brand, about: page.name }
  const title = speaker.say('joinTitle')
  const main = html`<main>
${venueHeader(venue)}
${page.can_join ? form(page, venue, shown) : closed(page, shown)}
</main>`
  const footer = page.can_join ? undefined : languageForm({ speaker })
  return { speaker, main, footer, title, venue, kind: 'join' }
}

const form = (page: JoinPage, venue: Venue, shown: Shown): Html => {
  const { speaker, typed, faults = {} } = shown
  return html`
<h1>${speaker.say('joinTitle')}</h1>
<p class="card wait"><span>${speaker.say('estimatedWait')}</span> <strong>${speaker.wait(page.estimated_wait_range)}</strong></p>
${Object.keys(faults).length > 0 && html`<p class="notice bad" role="alert">${faults.form ?? speaker.say('checkFields')}</p>`}
${page.takes_bookings && arrivalForm(shown)}
<form class="fields" method="post" novalidate>
${keyField()}
${inputField({ name: 'name', label: speaker.say('name'), required: true, autocomplete: 'name', maxlength: 100 }, { speaker, typed, faults })}
${inputField({ name: 'party_size', label: speaker.say('partySize'), required: true, type: 'number', min: page.min_party_size, max: page.max_party_size }, { speaker, typed, faults })}
${inputField({ name: 'phone', label: speaker.say('phone'), type: 'tel', autocomplete: 'tel', maxlength: 40, hint: speaker.say('phoneHint') }, { speaker, typed, faults })}
${inputField({ name: 'email', label: speaker.say('email'), type: 'email', autocomplete: 'email', maxlength: 254, hint: speaker.say('emailHint') }, { speaker, typed, faults })}
${page.custom_fields.map((field) => customField(field, { speaker, typed, faults }))}
${privacyNote(venue, speaker)}
<button class="primary" name="action" value="join">${speaker.say('joinTitle')}</button>
${languageField(speaker)}
</form>`
}

const REASONS = {
  public_join_off: ['offTitle', 'offText'],
  queue_paused: ['pausedTitle', 'joinPausedText'],
  queue_closed: ['closedTitle', 'closedText'],
  queue_full: ['fullTitle', 'fullText'],
} as const

function closed(page: JoinPage, shown: Shown): Html {
  const { speaker } = shown
  const { refusal, pause_reason, takes_bookings, opens_at, timezone } = page
  const [title, text] = REASONS[refusal ?? 'queue_closed']
  const opens = opens_at && speaker.say('opensAt', { time: speaker.moment(opens_at, timezone) })
  return html`<div class="card"><h1>${speaker.say(title)}</h1>
<p class="lead">${(refusal === 'queue_closed' && opens) || speaker.say(text)}</p>
${pause_reason && html`<p dir="auto">${pause_reason}</p>`}</div>
${takes_bookings && arrivalForm(shown)}`
}

/** Where customers with a booking check in: it unfolds without a script, and is open after a fault. */
function arrivalForm({ speaker, typed, faults = {}, slug }: Shown): Html {
  const path = `/join/${encodeURIComponent(slug)}/check-in`
  const field = {
    name: 'contact',
    label: speaker.say('bookingContact'),
    required: true,
    maxlength: 300,
  } as const
  return html`<details id="booked"${faults.contact && ' open'}><summary>${speaker.say('haveBooking')}</summary>
<form class="fields" method="post" action="${path}" novalidate>
<input type="hidden" name="locale" value="${speaker.locale}">
${inputField(field, { speaker, typed, faults })}
<button class="primary">${speaker.say('arrive')}</button>
</form></details>`
}
