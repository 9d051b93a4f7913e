import { type OnlineBookingCreate, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Response } from 'express'
import type { PagesContext } from '../context.ts'
import { fieldOf } from '../form.ts'
import { sendPage } from '../respond.ts'
import { zoneOf } from './choice.ts'
import type { Step } from './open.ts'
import { recurrenceIn } from './repeat.ts'
import { clashPage, seriesPage } from './series-pages.ts'

interface Wanted {
  readonly details: Omit<OnlineBookingCreate, 'hold_id'>
  /** Where the form is sent. */
  readonly action: string
}

/**
 * Books visits that recur, the first in place of the held time, once however often they are sent, and shows them; or
 * which of them are not free.
 *
 * @throws Refused for other reasons
 */
export async function bookVisits(
  context: PagesContext,
  step: Step,
  { details, action }: Wanted,
  res: Response,
): Promise<void> {
  const { req, place, choice, held, typed } = step
  const { service, duration, providerId, seats } = choice
  const provider = service.providers.find(({ id }) => id === held.providerId)
  const timezone = provider?.timezone ?? zoneOf(choice, place.page)
  const visit = { service_type_id: service.id, duration_minutes: duration, seats }
  const body = {
    services: [{ ...visit, ...(providerId !== undefined && { provider_id: providerId }) }],
    start: held.start,
    timezone,
    hold_id: held.id,
    recurrence: recurrenceIn(typed),
    ...details,
    partial: fieldOf(req, 'action') === 'partial',
  }
  try {
    const given = { params: { slug: place.slug }, body, key: `series-${held.id}` }
    const booked = await context.ask(req, operations.bookSeriesOnline, given)
    await sendPage(res, seriesPage(place, choice, booked))
  } catch (error) {
    if (!(error instanceof Refused && error.problem.code === 'series_clash')) throw error
    const { clashes = [], status } = error.problem
    // A code that was not used up books the others.
    const kept = { ...typed, code: fieldOf(req, 'code'), code_token: fieldOf(req, 'code_token') }
    const shown = { choice, clashes, visits: Number(typed.visits), timeZone: timezone, typed: kept, action }
    await sendPage(res, clashPage(place, shown), status)
  }
}
