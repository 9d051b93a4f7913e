import type { OwnPlace, OwnPlaceUpdate } from '@usher/contracts'
import { html, Refused } from '@usher/service-kit'
import type { Request } from 'express'
import { type Branded, venueHeader } from '../brand/venue.ts'
import { inputField } from '../fields/inputs.ts'
import { type Faults, personIn, type Typed, typedIn } from '../fields/typed.ts'
import { keyField } from '../form.ts'
import { faultsAtOnce, faultsOf } from '../join/join-form.ts'
import { languageForm, type Page } from '../layout.ts'
import type { Speaker } from '../speaker.ts'

/** What the form shows at first: never the phone, as others may have the link. */
export const typedOf = ({ name, party_size }: OwnPlace): Typed => ({ name, party_size: String(party_size) })

export const typedDetails = (req: Request): Typed => typedIn(req, ['name', 'party_size', 'phone'], [])

/**
 * Sends the changes; a phone that was left empty stays as it was. Returns what is wrong with them, if anything is.
 *
 * @throws Refused if it is not about the form's fields
 */
export async function changeDetails(
  place: OwnPlace,
  { typed, speaker }: Pick<Shown, 'typed' | 'speaker'>,
  send: (body: OwnPlaceUpdate) => Promise<unknown>,
): Promise<Faults> {
  const filled = { typed, speaker, page: { ...place.queue, custom_fields: [] } }
  const faults = faultsAtOnce(filled)
  if (Object.keys(faults).length > 0) return faults
  try {
    const { name, ...rest } = personIn(typed)
    // Staff may have entered a name that guests cannot.
    const isRenamed = name.trim() !== place.name
    await send({ ...rest, ...(isRenamed && { name }), party_size: Number(typed.party_size) })
    return {}
  } catch (error) {
    if (error instanceof Refused && error.problem.code === 'validation_failed')
      return faultsOf(error.problem.errors ?? [], filled)
    throw error
  }
}

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly path: string
  readonly typed: Typed
  readonly faults?: Faults
}

/** The page on which guests change their name, party size and phone. */
export function detailsPage({ queue }: OwnPlace, { speaker, brand, path, typed, faults = {} }: Shown): Page {
  const venue = { brand, about: queue.name }
  const { min_party_size: min, max_party_size: max } = queue
  const form = { speaker, typed, faults }
  const title = speaker.say('detailsTitle')
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${Object.keys(faults).length > 0 && html`<p class="notice bad" role="alert">${faults.form ?? speaker.say('checkFields')}</p>`}
<form class="fields" method="post" novalidate>
${keyField()}
${inputField({ name: 'name', label: speaker.say('name'), required: true, autocomplete: 'name', maxlength: 100 }, form)}
${inputField({ name: 'party_size', label: speaker.say('partySize'), required: true, type: 'number', min, max }, form)}
${inputField({ name: 'phone', label: speaker.say('phone'), type: 'tel', autocomplete: 'tel', maxlength: 40, hint: speaker.say('keepPhone') }, form)}
<div class="actions"><button class="primary">${speaker.say('save')}</button>
<a class="button" href="${path}">${speaker.say('back')}</a></div>
</form>
</main>`
  const footer = languageForm({ speaker, action: `${path}/language` })
  return { speaker, main, title, venue, kind: 'place', footer }
}
