import { type Html, html } from '@usher/service-kit'
import { privacyNote, venueHeader } from '../brand/venue.ts'
import { customField, type Form, inputField, textArea } from '../fields/inputs.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import { keyField } from '../form.ts'
import { languageField, type Page } from '../layout.ts'
import { zoneHint } from '../times/days.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { type Choice, queryOfChoice, zoneOf } from './choice.ts'
import { timesPath } from './chosen.ts'
import { codeTokenField } from './code-step.ts'
import { codeHint } from './details-page.ts'
import { terms } from './services-page.ts'
import { hasMore } from './standby-form.ts'
import { WINDOWS } from './standby-windows.ts'

export interface StandbyForm {
  readonly choice: Choice
  readonly typed: Typed
  readonly faults?: Faults
}

/** Asks when a customer could come, to be told when a time becomes free. */
export function standbyPage(place: BookPlace, { choice, typed, faults = {} }: StandbyForm): Page {
  const { speaker, brand, page, sites } = place
  const { service } = choice
  const venue = { brand, about: service.name }
  const title = speaker.say('standbyTitle')
  const form: Form = { speaker, typed, faults }
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<p class="hint"><bdi>${service.name}</bdi>: ${terms(service, choice.duration, speaker)}</p>
<p>${speaker.say('standbyIntro')}</p>
<p><a href="${timesPath(place, { choice })}">${speaker.say('allTimes')}</a></p>
${Object.keys(faults).length > 0 && html`<p class="notice bad" role="alert">${faults.form ?? speaker.say('checkFields')}</p>`}
<form class="fields" method="post" action="${bookPath(place, [service.id, 'standby'], queryOfChoice(choice))}" novalidate>${keyField()}${codeTokenField(form.typed.code_token)}
<h2>${speaker.say('standbyWhen')}</h2>
<p class="hint">${speaker.say('standbyHint')}</p>
${zoneHint(speaker, zoneOf(choice, page))}
${windows(form)}
<h2>${speaker.say('detailsTitle')}</h2>
${inputField({ name: 'name', label: speaker.say('name'), required: true, autocomplete: 'name', maxlength: 100 }, form)}
${inputField({ name: 'phone', label: speaker.say('phone'), type: 'tel', autocomplete: 'tel', maxlength: 40, hint: speaker.say('standbyPhoneHint'), either: true }, form)}
${inputField({ name: 'email', label: speaker.say('email'), type: 'email', autocomplete: 'email', maxlength: 254, either: true }, form)}
${service.questions.map((question) => customField(question, form))}
${textArea({ name: 'notes', label: speaker.say('notes') }, form)}
${codeHint(service, speaker)}
${privacyNote({ brand, about: service.name }, speaker)}
<button class="primary" name="action" value="wait">${speaker.say('standbyJoin')}</button>
${languageField(speaker)}
</form>
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}

function windows(form: Form): Html {
  const { speaker, typed, faults } = form
  const [first, ...others] = WINDOWS.map((names, i) => window(names, i, form))
  return html`${first}
<details${hasMore(typed, faults) && html` open`}><summary>${speaker.say('standbyMore')}</summary>
${others}
</details>`
}

function window({ date, from, until }: (typeof WINDOWS)[number], i: number, form: Form): Html {
  const { speaker } = form
  const field = { either: true } as const
  return html`<fieldset class="window"><legend class="unseen">${speaker.say('standbyDay')} ${i + 1}</legend>
${inputField({ ...field, name: date, label: speaker.say('standbyDay'), type: 'date', required: i === 0 }, form)}
${inputField({ ...field, name: from, label: speaker.say('standbyFrom'), type: 'time' }, form)}
${inputField({ ...field, name: until, label: speaker.say('standbyUntil'), type: 'time' }, form)}
</fieldset>`
}
