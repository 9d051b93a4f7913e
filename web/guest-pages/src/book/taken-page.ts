import type { OwnSlot } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { venueHeader } from '../brand/venue.ts'
import type { Typed } from '../fields/typed.ts'
import { keyField } from '../form.ts'
import type { Page } from '../layout.ts'
import { zoneHint } from '../times/days.ts'
import { hiddenFields } from '../visit.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, zoneOf } from './choice.ts'
import { timesPath } from './chosen.ts'

interface Taken {
  readonly choice: Choice
  /** The nearest free times. */
  readonly nearest: readonly Pick<OwnSlot, 'start'>[]
  /** What was typed so far, to be sent along with another time. */
  readonly typed?: Typed | undefined
  /** Where another time is sent. */
  readonly action: string
}

/** A time that somebody else has just taken, and the nearest ones that are free. */
export function takenPage(place: BookPlace, { choice, nearest, typed, action }: Taken): Page {
  const { speaker, brand, page, sites } = place
  const venue = { brand, about: choice.service.name }
  const title = speaker.say('takenTitle')
  const timeZone = zoneOf(choice, page)
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${
  nearest.length > 0 &&
  html`<p class="lead">${speaker.say('takenNearest')}${typed && html` ${speaker.say('typedKept')}`}</p>
${zoneHint(speaker, timeZone)}
<form method="post" action="${action}">${keyField()}${hiddenFields(typed ?? {})}
<div class="actions">${nearest.map((slot) => timeButton(slot, place, timeZone))}</div></form>`
}
<p class="actions"><a class="button" href="${timesPath(place, { choice })}">${speaker.say('allTimes')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'book', sites }
}

const timeButton = ({ start }: Pick<OwnSlot, 'start'>, { speaker }: BookPlace, timeZone: string): Html =>
  html`<button name="start" value="${start}">${speaker.moment(start, timeZone)}</button>`
