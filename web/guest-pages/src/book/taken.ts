import { type OwnSlot, operations } from '@usher/contracts'
import { type Html, html, Refused } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { Response } from 'express'
import { venueHeader } from '../brand/venue.ts'
import type { PagesContext } from '../context.ts'
import type { Typed } from '../fields/typed.ts'
import { keyField } from '../form.ts'
import type { Page } from '../layout.ts'
import { sendPage } from '../respond.ts'
import { zoneHint } from '../times/days.ts'
import { hiddenFields } from '../visit.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, wantedOf, zoneOf } from './choice.ts'
import { timesPath } from './chosen.ts'
import type { ServiceRequest } from './open.ts'

const NEAREST = 3
/** How far to look for times with anyone, if whoever was chosen has none. */
const NEAR_MS = 3 * DAY_MS

export const isTaken = (error: unknown): error is Refused =>
  error instanceof Refused && error.problem.code === 'slot_unavailable'

interface Attempt {
  readonly error: Refused
  /** The start that was refused. */
  readonly start: string
  readonly typed?: Typed
  /** Where another time is sent. */
  readonly action: string
}

/** Says that a time was taken, with the nearest times that are free. */
export async function sendTaken(
  { ask }: PagesContext,
  { req, place, choice }: ServiceRequest,
  res: Response,
  { error, start, typed, action }: Attempt,
): Promise<void> {
  const { alternatives = [], status } = error.problem
  const nearest = alternatives.length > 0 ? alternatives : await nearestWithAnyone()
  await sendPage(res, takenPage(place, { choice, nearest, typed, action }), status)

  async function nearestWithAnyone(): Promise<OwnSlot[]> {
    const at = Date.parse(start)
    const [from, to] = [at - NEAR_MS, at + NEAR_MS].map((ms) => new Date(ms).toISOString())
    const query = { ...wantedOf({ ...choice, providerId: undefined }), from: from ?? '', to: to ?? '' }
    const { data } = await ask(req, operations.listOnlineTimes, { params: { slug: place.slug }, query })
    const distance = (slot: OwnSlot) => Math.abs(Date.parse(slot.start) - at)
    return data.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
  }
}

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
