import { type OnlineBookingCreate, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Response } from 'express'
import type { PagesContext } from '../context.ts'
import type { Faults } from '../fields/typed.ts'
import { fieldOf, keyOf } from '../form.ts'
import { seeOther, sendPage } from '../respond.ts'
import { CONFLICT, INVALID, SERVER_ERROR, TOO_MANY } from '../statuses.ts'
import { addressOf } from '../visit.ts'
import { knownDetails, needsCode, proofOfAddress, refuseCode, sendCodeStep } from './book-with-code.ts'
import { zoneOf } from './choice.ts'
import { detailsPath, timesPath } from './chosen.ts'
import { isCodeRefused } from './code-step.ts'
import { detailsBody, detailsFaults, detailsFaultsOf, type SentDetails, typedToBook } from './details-form.ts'
import { detailsPage } from './details-page.ts'
import { bookHeld, heldBy, heldIn, holdTime } from './held.ts'
import type { ServiceRequest, Step } from './open.ts'
import { recurrenceIn } from './repeat.ts'
import { clashPage, seriesPage } from './series-pages.ts'
import { isTaken, sendTaken } from './taken.ts'

type Handle = (request: ServiceRequest, res: Response) => Promise<void>

/** `/book/{slug}/{service}/details`: the form. Without a held time, times are shown. */
export const showDetails =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const held = heldIn(request.req)
    if (!held) return seeOther(res, timesPath(request.place, request))
    await sendDetails(context, { ...request, held, typed: await knownDetails(context, request) }, res)
  }

export const submitDetails =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const { req, choice, place } = request
    const held = heldIn(req)
    if (!held) return seeOther(res, timesPath(request.place, request))
    const step = {
      ...request,
      held,
      typed: { ...typedToBook(req, choice.service), code_token: fieldOf(req, 'code_token') },
    }
    if (['language', 'edit'].includes(fieldOf(req, 'action'))) return await sendDetails(context, step, res)
    const start = fieldOf(req, 'start')
    if (start) return await takeOtherTime(context, step, res, start)
    const faults = detailsFaults(sentOf(step))
    if (Object.keys(faults).length > 0)
      return await sendDetails(context, step, res, { faults, status: INVALID })
    try {
      if (needsCode(step)) return await sendCodeStep(context, codeStepOf(step), res)
      const details = { ...detailsBody(step.typed, choice.service), ...proofOfAddress(step) }
      if (recurrenceIn(step.typed) !== undefined)
        return await bookVisits(context, step, { details, action: detailsPath(step.place, step) }, res)
      const { manage_url } = await bookHeld({ context, ...request }, held, details)
      const { as: _, ...kept } = place.kept
      const query = { booked: '1', ...kept, ...(kept.embed && { book: place.slug }) }
      seeOther(res, addressOf(new URL(manage_url).pathname, query))
    } catch (error) {
      await showRefusal(context, step, res, error)
    }
  }

const codeStepOf = (step: Step) => ({
  ...step,
  form: step.held.id,
  action: detailsPath(step.place, step),
  submit: step.place.speaker.say('book'),
})

const sentOf = ({ typed, choice, place: { speaker } }: Step): SentDetails => ({
  typed,
  speaker,
  service: choice.service,
})

async function sendDetails(
  { now }: PagesContext,
  { place, choice, held, typed }: Step,
  res: Response,
  { faults = {}, status = 200 }: { readonly faults?: Faults; readonly status?: number } = {},
): Promise<void> {
  await sendPage(res, detailsPage(place, { choice, held, typed, faults, now: now() }), status)
}

/** Holds another time in place of one that was taken, and asks again, with what was typed. */
async function takeOtherTime(context: PagesContext, step: Step, res: Response, start: string): Promise<void> {
  try {
    const hold = await holdTime({ context, ...step }, start, `${keyOf(step.req)}-${start}`)
    await sendDetails(context, { ...step, held: heldBy(hold) }, res)
  } catch (error) {
    if (!isTaken(error)) throw error
    await sendTakenTo(context, step, res, { error, start })
  }
}

function sendTakenTo(
  context: PagesContext,
  step: Step,
  res: Response,
  { error, start }: { readonly error: Refused; readonly start: string },
): Promise<void> {
  return sendTaken(context, step, res, {
    error,
    start,
    typed: step.typed,
    action: detailsPath(step.place, step),
  })
}

/** Shows why a booking was refused, with what was typed. @throws Error that is no refusal */
async function showRefusal(context: PagesContext, step: Step, res: Response, error: unknown): Promise<void> {
  if (!(error instanceof Refused)) throw error
  const { problem, retryAfter } = error
  if (isCodeRefused(error)) return await refuseCode(context, codeStepOf(step), res)
  if (isTaken(error)) return await sendTakenTo(context, step, res, { error, start: step.held.start })
  if (problem.code === 'validation_failed') {
    const faults = detailsFaultsOf(problem.errors ?? [], sentOf(step))
    return await sendDetails(context, step, res, { faults, status: INVALID })
  }
  if (retryAfter) res.set('retry-after', retryAfter)
  const form = refusalText(error, step)
  await sendDetails(context, step, res, {
    faults: { form },
    // The hold is gone, not the page.
    status: problem.code === 'not_found' ? CONFLICT : problem.status,
  })
}

function refusalText({ problem, retryAfter }: Refused, { place: { speaker } }: Step): string {
  if (problem.code === 'limit_reached') return speaker.say('limitReached')
  if (problem.status === TOO_MANY) return speaker.tooMany(retryAfter)
  return speaker.say(problem.status >= SERVER_ERROR ? 'failedText' : 'formDone')
}

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
async function bookVisits(
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
