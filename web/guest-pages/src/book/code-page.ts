import { type Html, html } from '@usher/service-kit'
import { isolated, venueHeader } from '../brand/venue.ts'
import { inputField } from '../fields/inputs.ts'
import type { Typed } from '../fields/typed.ts'
import type { Page } from '../layout.ts'
import type { BookPlace } from './book-place.ts'

export interface CodeForm {
  /** Where a code was sent; undefined: none was, for now. */
  readonly contact: string | undefined
  /** Where the form is sent. */
  readonly action: string
  /** What the form brings along. */
  readonly typed: Typed
  /** Text of the button. */
  readonly submit: string
  /** What the page is about. */
  readonly about: string
  /** What is wrong with the code, or why none was sent. */
  readonly fault?: string | undefined
}

/** Asks for the code that was sent to a customer. */
export function codePage(place: BookPlace, shown: CodeForm): Page {
  const { speaker, brand, sites } = place
  const { about, contact, fault } = shown
  const title = speaker.say('codeTitle')
  const venue = { brand, about }
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${contact !== undefined && html`<p class="lead" role="status">${speaker.say('codeSent', { contact: isolated(contact) })}</p>`}
${contact === undefined && fault !== undefined && html`<p class="notice bad" role="alert">${fault}</p>`}
${form(place, shown)}
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}

function form(place: BookPlace, { action, typed, submit, contact, fault }: CodeForm): Html {
  const { speaker } = place
  const faults = contact === undefined || fault === undefined ? {} : { code: fault }
  const input = inputField(
    {
      name: 'code',
      label: speaker.say('code'),
      required: true,
      maxlength: 10,
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
    },
    { speaker, typed: {}, faults },
  )
  return html`<form class="fields" method="post" action="${action}" novalidate>
${Object.entries(typed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${input}
<button class="primary" name="action" value="book">${submit}</button>
<div class="pair"><button name="action" value="code">${speaker.say('codeAgain')}</button>
<button name="action" value="edit">${speaker.say('changeDetails')}</button></div>
</form>`
}
