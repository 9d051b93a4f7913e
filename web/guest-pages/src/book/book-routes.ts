import express, { type RequestHandler, type Response, type Router } from 'express'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { CONFLICT, NOT_FOUND } from '../statuses.ts'
import { bookPath } from './book-place.ts'
import { isProviderGone } from './choice.ts'
import { detailsPath, timesPath } from './chosen.ts'
import { showDetails, submitDetails } from './details-routes.ts'
import { findTimes } from './find-times.ts'
import { heldBy, heldIn, holdTime, isStillHeld } from './held.ts'
import { showBookings, showMine, submitMine } from './mine-routes.ts'
import { openBook, openBookIn, openService, type ServiceRequest } from './open.ts'
import { serviceGonePage, servicesPage } from './services-page.ts'
import { showStandbyForm, submitStandby } from './standby-routes.ts'
import { isTaken, sendTaken } from './taken.ts'
import { bookTimesPage } from './times-page.ts'

/** `/book/{slug}`: where customers book by themselves. */
export function bookRoutes(context: PagesContext): Router {
  const router = express.Router()
  router.route('/:slug').get(showServices(context)).all(onlyAllow('GET, HEAD'))
  router
    .route('/:slug/mine')
    .get(showMine(context))
    .post(readForm, submitMine(context))
    .all(onlyAllow('GET, HEAD, POST'))
  router.route('/:slug/mine/:token').get(showBookings(context)).all(onlyAllow('GET, HEAD'))
  router
    .route('/:slug/:service')
    .get(withService(context, showTimes(context)))
    .post(readForm, withService(context, takeTime(context)))
    .all(onlyAllow('GET, HEAD, POST'))
  router
    .route('/:slug/:service/details')
    .get(withService(context, showDetails(context)))
    .post(readForm, withService(context, submitDetails(context)))
    .all(onlyAllow('GET, HEAD, POST'))
  router
    .route('/:slug/:service/standby')
    .get(withService(context, showStandbyForm(context)))
    .post(readForm, withService(context, submitStandby(context)))
    .all(onlyAllow('GET, HEAD, POST'))
  return router
}

const showServices =
  (context: PagesContext): RequestHandler<{ slug: string }> =>
  async (req, res) => {
    const place = await openBook(context, req)
    const [first, ...others] = place.page.services
    if (first && others.length === 0) return seeOther(res, bookPath(place, [first.id]))
    await sendPage(res, servicesPage(place))
  }

type Handle = (request: ServiceRequest, res: Response) => Promise<void>

/** Finds the service in the path; one that cannot be booked any more has a page that says so. */
const withService =
  (context: PagesContext, handle: Handle): RequestHandler<{ slug: string; service: string }> =>
  async (req, res) => {
    const place = await openBookIn(context, req, res)
    const opened = openService(place, req)
    if (opened) await handle(opened, res)
    else await sendPage(res, serviceGonePage(place), NOT_FOUND)
  }

const showTimes =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const { req, choice } = request
    const fault = isProviderGone(req, choice) ? 'providerGone' : undefined
    await sendTimes(context, request, res, { fault })
  }

async function sendTimes(
  context: PagesContext,
  { req, place, choice }: ServiceRequest,
  res: Response,
  { fault, status }: { readonly fault?: 'providerGone' | undefined; readonly status?: number },
): Promise<void> {
  const now = context.now()
  const found = await findTimes(context.ask, req, { place, choice, now })
  const told = heldIn(req)
  const held = told && isStillHeld(told, now) ? told : undefined
  await sendPage(res, bookTimesPage(place, { ...found, choice, fault, held }), status)
}

/** Holds the time that was pressed. */
const takeTime =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const { req, place, choice } = request
    if (isProviderGone(req, choice)) {
      return await sendTimes(context, request, res, { fault: 'providerGone', status: CONFLICT })
    }
    const [start, held] = [fieldOf(req, 'start'), heldIn(req)]
    try {
      const hold = await holdTime({ context, ...request, held }, start, `${keyOf(req)}-${start}`)
      seeOther(res, detailsPath(place, { choice, held: heldBy(hold) }))
    } catch (error) {
      if (!isTaken(error)) throw error
      const action = timesPath(place, { choice, held })
      await sendTaken(context, request, res, { error, start, action })
    }
  }
