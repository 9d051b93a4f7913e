import { operations } from '@usher/contracts'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { z } from 'zod'
import { Refused } from '../ask.ts'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { speakerFor } from '../speaker.ts'
import { type BookingPlace, bookingPage, bookingPath, isAhead } from './booking-page.ts'
import { movePage } from './move-page.ts'
import { type Times, timesPage, weekFrom } from './times-page.ts'

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
  return router
}

/** The booking and language of a request; a requested language is kept. */
function placeOf(req: Request<{ token: string }>): BookingPlace {
  const speaker = speakerFor(req)
  return { speaker, token: req.params.token, isAskedFor: req.query.lang === speaker.locale }
}

const showBooking =
  ({ ask, brandOf, now }: PagesContext): Handler =>
  async (req, res) => {
    const booking = await ask(req, operations.getOwnBooking, { params: req.params })
    const brand = await brandOf(req, booking.organization_id)
    await sendPage(res, bookingPage(booking, { ...placeOf(req), brand, now: now() }))
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
  { ask, brandOf, now }: PagesContext,
  req: Request<{ token: string }>,
  res: Response,
  start: string,
): Promise<void> {
  const booking = await ask(req, operations.getOwnBooking, { params: req.params })
  // The page of the booking says why it cannot be moved.
  if (!isAhead(booking, now()) || Date.parse(start) <= now().getTime()) {
    return seeOther(res, bookingPath(placeOf(req)))
  }
  const { from } = weekFrom(req.query.from, booking, now())
  const brand = await brandOf(req, booking.organization_id)
  await sendPage(res, movePage(booking, { from, start }, { ...placeOf(req), brand }))
}

interface Refusal {
  readonly fault: Times['fault']
  readonly status: number
}

/** The free times of the week in `?from=`, else of the booking's week. */
async function sendTimes(
  { ask, brandOf, now }: PagesContext,
  req: Request<{ token: string }>,
  res: Response,
  refusal?: Refusal,
): Promise<void> {
  const { params } = req
  const booking = await ask(req, operations.getOwnBooking, { params })
  const week = weekFrom(req.query.from, booking, now())
  const query = { from: week.from, to: week.to, time_zone: booking.time_zone }
  try {
    const { data } = await ask(req, operations.listOwnTimes, { params, query })
    const times = { slots: data, week, fault: refusal?.fault }
    const brand = await brandOf(req, booking.organization_id)
    await sendPage(res, timesPage(booking, times, { ...placeOf(req), brand }), refusal?.status)
  } catch (error) {
    if (!(error instanceof Refused && OVERTAKEN.has(error.problem.code))) throw error
    seeOther(res, bookingPath(placeOf(req)))
  }
}
