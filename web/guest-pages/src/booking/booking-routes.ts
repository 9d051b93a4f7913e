import { type OwnBooking, type OwnSlot, operations } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { type Html, html, Refused } from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { z } from 'zod'
import { type Branded, venueHeader } from '../brand/venue.ts'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyField, keyOf, readForm } from '../form.ts'
import type { Page } from '../layout.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { dayList, zoneHint } from '../times/days.ts'
import { dateGiven, type Week, weekFrom } from '../times/week.ts'
import { addressOf, hiddenFields, isEmbedded, queryOf, visitOf } from '../visit.ts'
import type { TextKey } from '../words/words.ts'
import { type BookingPlace, bookingPage, bookingPath, isAhead, timeOf } from './booking-page.ts'
import { frameSites } from './frame-sites.ts'

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

/** How often the page looks for the place, and after how many seconds each time. */
const MAX_LOOKS = 30
const LOOK_EVERY_SECONDS = 2

/** Checks the customer of a booking in; then the page of the booking leads to their place. */
const checkIn =
  ({ ask }: PagesContext): RequestHandler<{ token: string }> =>
  async (req, res) => {
    const { token } = req.params
    const { lang } = visitOf(req).kept
    const back = (query: object) =>
      seeOther(res, addressOf(`/b/${encodeURIComponent(token)}`, { ...query, ...(lang && { lang }) }))
    try {
      await ask(req, operations.checkInOwnBooking, { params: { token }, key: keyOf(req) })
      back({ arrived: '1' })
    } catch (error) {
      if (!(error instanceof Refused && CHECK_IN_REFUSALS.has(error.problem.code))) throw error
      back({ refused: '1' })
    }
  }

const CHECK_IN_REFUSALS = new Set(['invalid_transition', 'no_queue_for_booking', 'idempotency_mismatch'])

/**
 * Leads whoever has just checked in to their place, or has the page looked at again soon.
 *
 * @returns whether the request is answered
 */
function followArrival(
  req: Request<{ token: string }>,
  res: Response,
  { place_url, checked_in_at, check_in_error }: OwnBooking,
): boolean {
  const looks = Number(queryOf(req, 'arrived'))
  if (!(looks > 0)) return false
  if (place_url) {
    seeOther(res, new URL(place_url).pathname)
    return true
  }
  if (checked_in_at && !check_in_error && looks < MAX_LOOKS) {
    const { lang } = visitOf(req).kept
    const again = addressOf(`/b/${encodeURIComponent(req.params.token)}`, {
      arrived: String(looks + 1),
      ...(lang && { lang }),
    })
    res.set('refresh', `${LOOK_EVERY_SECONDS}; url=${again}`)
  }
  return false
}

interface Move {
  /** First date of the week that the time was chosen from. */
  readonly from: string
  /** The chosen start, ISO 8601. */
  readonly start: string
}

/** Asks before a booking is moved: from when to when. */
function movePage(booking: OwnBooking, { from, start }: Move, place: BookingPlace & Branded): Page {
  const { speaker, brand, sites } = place
  const venue = { brand, about: booking.service_name }
  const title = speaker.say('moveTitle')
  const lengthMs = Date.parse(booking.end) - Date.parse(booking.start)
  const end = new Date(Date.parse(start) + lengthMs).toISOString()
  const time = (key: TextKey, shown: OwnBooking): Html => html`
<div class="card"><p class="hint">${speaker.say(key)}</p>
${timeOf(shown, speaker)}</div>`
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${time('moveFrom', booking)}
${time('moveTo', { ...booking, start, end })}
${zoneHint(speaker, booking.timezone)}
<div class="actions"><form method="post" action="${bookingPath(place, '/move', { from })}">${keyField()}
<button class="primary" name="start" value="${start}">${speaker.say('moveYes')}</button></form>
<a class="button" href="${bookingPath(place, '/move', { from })}">${speaker.say('back')}</a></div>
</main>`
  return { speaker, venue, main, title, kind: 'booking', sites }
}

interface Times {
  readonly slots: readonly OwnSlot[]
  readonly week: Week
  /** Why the chosen time was refused. */
  readonly fault?: TextKey | undefined
}

/** The free times to which a customer can move their booking. */
function timesPage(booking: OwnBooking, { slots, week, fault }: Times, place: BookingPlace & Branded): Page {
  const { speaker, brand, kept, sites } = place
  const venue = { brand, about: booking.service_name }
  const title = speaker.say('move')
  const link = (from: string, key: TextKey) =>
    html`<a class="button" href="${bookingPath(place, '/move', { from })}">${speaker.say(key)}</a>`
  const shown = { speaker, timeZone: booking.timezone, current: booking.start }
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
${fault && html`<p class="notice bad" role="alert">${speaker.say(fault)}</p>`}
${zoneHint(speaker, booking.timezone)}
<form action="${bookingPath(place, '/move')}"><input type="hidden" name="from" value="${week.from}">
${hiddenFields(kept)}
${slots.length === 0 ? html`<p class="card lead">${speaker.say('noTimes')}</p>` : dayList(slots, shown)}
</form>
<nav class="weeks">${week.earlier && link(week.earlier, 'earlier')}${link(week.later, 'later')}</nav>
<p><a href="${bookingPath(place)}">${speaker.say('back')}</a></p>
</main>`
  return { speaker, venue, main, title, kind: 'booking', sites }
}
