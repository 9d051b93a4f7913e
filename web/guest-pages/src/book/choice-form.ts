import { type Html, html } from '@usher/service-kit'
import { selectField } from '../fields/inputs.ts'
import { hiddenFields, type Query } from '../visit.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { type Choice, durationsOf, seatsOf } from './choice.ts'

/**
 * The form to choose how long, with whom and for how many, where there is a choice.
 *
 * @param held the time that is held for the customer meanwhile
 */
export function choiceForm(
  place: BookPlace,
  { service, duration, providerId, seats }: Choice,
  held: Query = {},
): Html | null {
  const { speaker, kept, slug } = place
  const durations = durationsOf(service).map((n) => ({ value: String(n), text: speaker.duration(n) }))
  const providers = service.providers.map(({ id, name }) => ({ value: id, text: name }))
  const anyone = { value: '', text: speaker.say('anyone') }
  const places = Array.from({ length: seatsOf(service) }, (_, i) => ({
    value: String(i + 1),
    text: speaker.count('people', i + 1),
  }))
  const fields = [
    durations.length > 1 &&
      selectField({ name: 'duration', label: speaker.say('duration'), options: durations }, String(duration)),
    providers.length > 1 &&
      selectField(
        { name: 'with', label: speaker.say('withProvider'), options: [anyone, ...providers] },
        providerId ?? '',
      ),
    places.length > 1 &&
      selectField({ name: 'seats', label: speaker.say('partySize'), options: places }, String(seats)),
  ].filter((field) => field !== false)
  if (fields.length === 0) return null
  return html`<form class="fields choice" action="${bookPath({ slug, kept: {} }, [service.id])}">
${hiddenFields({ ...held, ...kept })}
${fields}
<button>${speaker.say('showTimes')}</button>
</form>`
}
