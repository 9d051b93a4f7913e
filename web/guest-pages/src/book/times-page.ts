import { type Html, html } from '@usher/service-kit'
import { venueHeader } from '../brand/venue.ts'
import { selectField } from '../fields/inputs.ts'
import { keyField } from '../form.ts'
import { languageForm, type Page } from '../layout.ts'
import { dayList, zoneHint } from '../times/days.ts'
import { addMonths, monthTable } from '../times/month.ts'
import { hiddenFields, type Query } from '../visit.ts'
import type { TextKey } from '../words/words.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { type Choice, durationsOf, queryOfChoice, seatsOf, zoneOf } from './choice.ts'
import { detailsPath, queryOfChosen, timesPath } from './chosen.ts'
import type { FoundTimes } from './find-times.ts'
import { type Held, queryOfHeld } from './held.ts'
import { terms } from './services-page.ts'

interface Shown extends FoundTimes {
  readonly choice: Choice
  /** Why the choice could not be followed. */
  readonly fault?: TextKey | undefined
  /** A time that is still held for the customer, who has gone back. */
  readonly held?: Held | undefined
}

/** The free days of a service in a month, and the times of one of them. */
export function bookTimesPage(place: BookPlace, shown: Shown): Page {
  const { speaker, brand, kept, sites, page } = place
  const { choice, fault, held } = shown
  const { service } = choice
  const venue = { brand, about: service.name }
  const main = html`<main>
${brand && venueHeader({ brand, about: brand.name })}
<h1><bdi>${service.name}</bdi></h1>
<p class="hint">${terms(service, choice.duration, speaker)}</p>
${service.description && html`<p class="lines" dir="auto">${service.description}</p>`}
${fault && html`<p class="notice bad" role="alert">${speaker.say(fault)}</p>`}
${held && keptNotice(place, choice, held)}
${choiceForm(place, choice, held && queryOfHeld(held))}
<h2>${speaker.say('pickTime')}</h2>
${zoneHint(speaker, zoneOf(choice, page))}
${times(place, shown)}
${page.services.length > 1 && html`<p><a href="${bookPath(place)}">${speaker.say('allServices')}</a></p>`}
</main>`
  const footer = languageForm({ speaker, kept: { ...queryOfChosen(shown), ...atOf(shown), ...kept } })
  return { speaker, venue, main, title: service.name, kind: 'book', sites, footer }
}

/** The shown day, or the month without free days, as a query. */
const atOf = ({ day, month }: FoundTimes): Query => (day === undefined ? { month } : { day })

function times(place: BookPlace, shown: Shown): Html {
  const { speaker, page } = place
  const { choice, slots, month, free, day, hasEarlier } = shown
  const timeZone = zoneOf(choice, page)
  const steps = [choice.service.id]
  const pathOf = (at: Query) => bookPath(place, steps, { ...queryOfChosen(shown), ...at })
  const link = (to: string) =>
    html`<a class="button" href="${pathOf({ month: to })}">${speaker.month(to)}</a>`
  const dateForm = html`<form class="go" action="${pathOf({})}">${hiddenFields({ ...queryOfChosen(shown), ...place.kept })}
<input type="date" name="day" value="${day ?? ''}" aria-label="${speaker.say('standbyDay')}" required>
<button>${speaker.say('showTimes')}</button></form>`
  return html`${monthTable({ month, free, chosen: day, pathOf: (date) => pathOf({ day: date }), speaker })}
<nav class="months">${hasEarlier && link(addMonths(month, -1))}${link(addMonths(month, 1))}</nav>
<div id="times">${
    slots.length > 0
      ? html`<form method="post" action="${timesPath(place, shown)}">${keyField()}
${dayList(slots, { speaker, timeZone })}
</form>`
      : html`<p class="card lead">${speaker.say('noTimes')}</p>`
  }</div>
${dateForm}
<p><a href="${bookPath(place, [...steps, 'standby'], queryOfChoice(choice))}">${speaker.say('standbyLink')}</a></p>`
}

function keptNotice(place: BookPlace, choice: Choice, held: Held): Html {
  const { speaker, page } = place
  const zone = zoneOf(choice, page)
  const path = detailsPath(place, { choice, held })
  return html`<div class="notice"><p><strong>${speaker.moment(held.start, zone)}</strong>
${speaker.say('keptUntil', { until: speaker.time(held.until, zone) })}</p>
<p><a href="${path}">${speaker.say('goOn')}</a></p></div>`
}

/**
 * The form to choose how long, with whom and for how many, where there is a choice.
 *
 * @param held the time that is held for the customer meanwhile
 */
function choiceForm(
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
