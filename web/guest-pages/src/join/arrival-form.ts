import { type Html, html } from '@usher/service-kit'
import { inputField } from '../fields/inputs.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import type { Speaker } from '../speaker.ts'

interface Shown {
  readonly speaker: Speaker
  readonly typed: Typed
  readonly faults?: Faults
  readonly slug: string
}

/** Where customers with a booking check in: it unfolds without a script, and is open after a fault. */
export function arrivalForm({ speaker, typed, faults = {}, slug }: Shown): Html {
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
