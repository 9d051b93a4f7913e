import { type OwnStandby, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { frameSites } from '../booking/frame-sites.ts'
import type { PagesContext } from '../context.ts'
import { keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { addressOf, isEmbedded, queryOf, visitOf } from '../visit.ts'
import type { TextKey } from '../words/words.ts'
import { ownStandbyPage, type StandbyPlace, standbyPath } from './own-standby-page.ts'

type StandbyRequest = Request<{ token: string }>
type Handler = RequestHandler<{ token: string }>

/** `/standby/{token}`: a customer's own standby, accepting an offer, and leaving. */
export function ownStandbyRoutes(context: PagesContext): Router {
  const router = express.Router()
  router.route('/:token').get(show(context)).all(onlyAllow('GET, HEAD'))
  router.route('/:token/accept').get(back).post(readForm, accept(context)).all(onlyAllow('GET, HEAD, POST'))
  router.route('/:token/leave').get(back).post(readForm, leave(context)).all(onlyAllow('GET, HEAD, POST'))
  return router
}

/** The standby and visit of a request; in a frame, links keep the booking page that lists the sites. */
function placeOf(req: StandbyRequest): StandbyPlace {
  const { speaker, kept } = visitOf(req)
  const book = queryOf(req, 'book')
  return { speaker, token: req.params.token, kept: { ...kept, ...(isEmbedded(req) && book && { book }) } }
}

const back: Handler = (req, res) => seeOther(res, standbyPath(placeOf(req)))

const show =
  (context: PagesContext): Handler =>
  async (req, res) => {
    const standby = await context.ask(req, operations.getOwnStandby, { params: req.params })
    if (standby.manage_url) return seeOther(res, bookingAt(standby.manage_url, req))
    await send(context, req, res, standby)
  }

/** The page of the booking that came of it. */
const bookingAt = (manageUrl: string, req: StandbyRequest, query = {}): string =>
  addressOf(new URL(manageUrl).pathname, { ...query, ...placeOf(req).kept })

async function send(
  { ask, brandOf }: PagesContext,
  req: StandbyRequest,
  res: Response,
  standby: OwnStandby,
  { fault, status }: { readonly fault?: TextKey; readonly status?: number } = {},
): Promise<void> {
  const { organization_id } = standby
  const [brand, sites] = await Promise.all([
    brandOf(req, organization_id),
    frameSites(ask, req, organization_id),
  ])
  await sendPage(res, ownStandbyPage(standby, { ...placeOf(req), brand, sites, fault }), status)
}

const FAULTS = { hold_expired: 'standbyExpired', limit_reached: 'limitReached' } as const

const accept =
  (context: PagesContext): Handler =>
  async (req, res) => {
    const { params } = req
    try {
      const booking = await context.ask(req, operations.acceptStandbyOffer, { params, key: keyOf(req) })
      seeOther(res, bookingAt(booking.manage_url, req, { booked: '1' }))
    } catch (error) {
      const fault = error instanceof Refused && FAULTS[error.problem.code as keyof typeof FAULTS]
      if (!fault) throw error
      const standby = await context.ask(req, operations.getOwnStandby, { params })
      await send(context, req, res, standby, { fault, status: error.problem.status })
    }
  }

const leave =
  ({ ask }: PagesContext): Handler =>
  async (req, res) => {
    await ask(req, operations.leaveStandby, { params: req.params })
    seeOther(res, standbyPath(placeOf(req)))
  }
