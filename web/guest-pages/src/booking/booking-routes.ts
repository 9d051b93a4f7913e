import { type OwnBooking, operations } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { Refused } from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { z } from 'zod'
import type { Branded } from '../brand/venue.ts'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { dateGiven, type Week, weekFrom } from '../times/week.ts'
import { isEmbedded, queryOf, visitOf } from '../visit.ts'
import { checkIn, followArrival } from './arrival.ts'
import { type BookingPlace, bookingPage, bookingPath, isAhead } from './booking-page.ts'
import { frameSites } from './frame-sites.ts'
import { movePage } from './move-page.ts'
import { type Times, timesPage } from './times-page.ts'

type Handler = RequestHandler<{ token: string }>

/** `/b/{token}`: a customer's own booking, and moving or cancelling it. */
export function bookingRoutes(context: PagesContext): Router {
  const router = express.Router()
  router.route('/:token').get(showBooking(context)).all(onlyAllow('GET, HEAD'))
  router
    .route('/:token/move')
    .get(showTimes(context))
    .post(readForm, move(context))
    .all(onlyAllow('GET, HEAD, POST'))
  router
    .route('/:token/cancel')
    .get((req, res) => seeOther(res, bookingPath(placeOf(req))))
    .post(readForm, cancel(context))
    .all(onlyAllow('GET, HEAD, POST'))
  router
    .route('/:token/check-in')
    .get((req, res) => seeOther(res, bookingPath(placeOf(req))))
    .post(readForm, checkIn(context))
    .all(onlyAllow('GET, HEAD, POST'))
  return router
}

/** The booking and visit of a request; in a frame, links keep the booking page that lists the sites. */
function placeOf(req: Request<{ token: string }>): BookingPlace {
  const { speaker, kept } = visitOf(req)
  const book = queryOf(req, 'book')
  return { speaker, token: req.params.token, kept: { ...kept, ...(isEmbedded(req) && book && { book }) } }
}

/** What every page of a booking shows beside it. */
async function shownOf(
  { ask, brandOf }: PagesContext,
  req: Request<{ token: string }>,
  { organization_id }: OwnBooking,
): Promise<BookingPlace & Branded> {
  const [brand, sites] = await Promise.all([
    brandOf(req, organization_id),
    frameSites(ask, req, organization_id),
  ])
  return { ...placeOf(req), brand, sites }
}

const showBooking =
  (context: PagesContext): Handler =>
  async (req, res) => {
    const booking = await context.ask(req, operations.getOwnBooking, { params: req.params })
    if (followArrival(req, res, booking)) return
    const shown = await shownOf(context, req, booking)
    const isNew = queryOf(req, 'booked') === '1'
    const isRefused = queryOf(req, 'refused') === '1'
    await sendPage(res, bookingPage(booking, { ...shown, now: context.now(), isNew, isRefused }))
  }

const showTimes =
  (context: PagesContext): Handler =>
  async (req, res) => {
    const start = z.iso.datetime({ offset: true }).safeParse(req.query.start)
    if (start.success) await confirmMove(context, req, res, start.data)
    else await sendTimes(context, req, res)
  }

const move =
  (context: PagesContext): Handler =>
  async (req, res) => {
    const given = { params: req.params, body: { start: fieldOf(req, 'start') }, key: keyOf(req) }
    try {
      await context.ask(req, operations.moveOwnBooking, given)
      seeOther(res, bookingPath(placeOf(req)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const fault = REFUSALS[error.problem.code as keyof typeof REFUSALS]
      if (fault) return await sendTimes(context, req, res, { fault, status: error.problem.status })
      // The page shows the booking's current state.
      if (!OVERTAKEN.has(error.problem.code)) throw error
      seeOther(res, bookingPath(placeOf(req)))
    }
  }

const REFUSALS = { slot_unavailable: 'slotGone', limit_reached: 'limitReached' } as const

const OVERTAKEN = new Set(['invalid_transition', 'idempotency_mismatch'])

const cancel =
  ({ ask }: PagesContext): Handler =>
  async (req, res) => {
    const reason = fieldOf(req, 'reason').trim()
    try {
      const given = { params: req.params, body: reason ? { reason } : {}, key: keyOf(req) }
      await ask(req, operations.cancelOwnBooking, given)
    } catch (error) {
      if (!(error instanceof Refused && OVERTAKEN.has(error.problem.code))) throw error
    }
    seeOther(res, bookingPath(placeOf(req)))
  }

async function confirmMove(
  context: PagesContext,
  req: Request<{ token: string }>,
  res: Response,
  start: string,
): Promise<void> {
  const { ask, now } = context
  const booking = await ask(req, operations.getOwnBooking, { params: req.params })
  // The page of the booking says why it cannot be moved.
  if (!isAhead(booking, now()) || Date.parse(start) <= now().getTime()) {
    return seeOther(res, bookingPath(placeOf(req)))
  }
  const { from } = weekOf(req, booking, now())
  await sendPage(res, movePage(booking, { from, start }, await shownOf(context, req, booking)))
}

/** The week in `?from=`, else the booking's. */
function weekOf(req: Request, { start, timezone }: OwnBooking, now: Date): Week {
  return weekFrom(dateGiven(req.query.from) ?? localDate(start, timezone), localDate(now, timezone))
}

interface Refusal {
  readonly fault: Times['fault']
  readonly status: number
}

/** The free times of the week in `?from=`, else of the booking's week. */
async function sendTimes(
  context: PagesContext,
  req: Request<{ token: string }>,
  res: Response,
  refusal?: Refusal,
): Promise<void> {
  const { ask, now } = context
  const { params } = req
  const booking = await ask(req, operations.getOwnBooking, { params })
  const week = weekOf(req, booking, now())
  const query = { from: week.from, to: week.to, timezone: booking.timezone }
  try {
    const { data } = await ask(req, operations.listOwnTimes, { params, query })
    const times = { slots: data, week, fault: refusal?.fault }
    const shown = await shownOf(context, req, booking)
    await sendPage(res, timesPage(booking, times, shown), refusal?.status)
  } catch (error) {
    if (!(error instanceof Refused && OVERTAKEN.has(error.problem.code))) throw error
    seeOther(res, bookingPath(placeOf(req)))
  }
}
