import { localeSchema, type Operation, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { speakerFor } from '../speaker.ts'
import { INVALID } from '../statuses.ts'
import { changeDetails, detailsPage, typedDetails, typedOf } from './details.ts'
import { placePage } from './place-page.ts'

/** Refusals because the place changed since the page was loaded: the page then shows the current state. */
const OVERTAKEN = new Set(['invalid_transition', 'undo_expired', 'idempotency_mismatch'])

/** `/w/{token}`: a guest's place and their actions. */
export function placeRoutes(context: PagesContext): Router {
  const { ask, brandOf, pushKeyOf } = context
  const router = express.Router()

  router
    .route('/:token')
    .get(async (req, res) => {
      const { token } = req.params
      const place = await ask(req, operations.getOwnPlace, { params: { token } })
      const [brand, pushKey] = await Promise.all([brandOf(req, place.organization_id), pushKeyOf(req)])
      const speaker = speakerFor(req, place.locale)
      await sendPage(res, placePage(place, { speaker, token, brand, pushKey, now: context.now() }))
    })
    .all(onlyAllow('GET, HEAD'))

  const details: RequestHandler<{ token: string }> = async (req, res) => {
    const { token } = req.params
    const place = await ask(req, operations.getOwnPlace, { params: { token } })
    if (place.status !== 'waiting' && place.status !== 'notified') return showPlace(res, token)
    const brand = await brandOf(req, place.organization_id)
    const path = `/w/${encodeURIComponent(token)}`
    const shown = { speaker: speakerFor(req, place.locale), brand, path, typed: typedOf(place) }
    if (req.method !== 'POST') return await sendPage(res, detailsPage(place, shown))
    const sent = { ...shown, typed: typedDetails(req) }
    const faults = await changeDetails(place, sent, (body) =>
      isDone(() => ask(req, operations.updateOwnPlace, { params: { token }, body, key: keyOf(req) })),
    )
    if (Object.keys(faults).length === 0) return showPlace(res, token)
    await sendPage(res, detailsPage(place, { ...sent, faults }), INVALID)
  }
  router.route('/:token/details').get(details).post(readForm, details).all(onlyAllow('GET, HEAD, POST'))

  const action = (name: string, act: (req: Request, token: string) => Promise<unknown>): void => {
    const handle: RequestHandler<{ token: string }> = async (req, res) => {
      const { token } = req.params
      if (await isDone(() => act(req, token))) return showPlace(res, token)
      showPlace(res, token, fieldOf(req, 'lang'))
    }
    router
      .route(`/:token/${name}`)
      .post(readForm, handle)
      // A reload after a POST must find the page.
      .get((req, res) => showPlace(res, req.params.token))
      .all(onlyAllow('GET, HEAD, POST'))
  }
  const send = (operation: Operation, body?: unknown) => (req: Request, token: string) =>
    ask(req, operation, { params: { token }, key: keyOf(req), ...(body !== undefined && { body }) })

  action('leave', send(operations.leaveLine))
  action('return', send(operations.returnToLine))
  action('arrived', send(operations.reportArrival))
  action('later', (req, token) =>
    ask(req, operations.deferTurn, {
      params: { token },
      key: keyOf(req),
      body: deferralOf(req, context.now()),
    }),
  )
  action('language', async (req, token) => {
    const locale = localeSchema.safeParse(fieldOf(req, 'lang')).data
    if (locale) await ask(req, operations.updateOwnPlace, { params: { token }, body: { locale } })
  })
  return router
}

/** Runs an action; false if the place has changed so that it is no longer possible. @throws Refused otherwise */
async function isDone(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Refused && OVERTAKEN.has(error.problem.code)) return false
    throw error
  }
}

/** A guest's deferral: behind some parties, or at the same place after some minutes. */
function deferralOf(req: Request, now: Date): unknown {
  const minutes = Number(fieldOf(req, 'minutes'))
  return minutes > 0
    ? { until: new Date(now.getTime() + minutes * MINUTE_MS).toISOString() }
    : { parties: Number(fieldOf(req, 'parties')) }
}

/** @param lang language of a visitor whose place is gone, so that it cannot be stored there */
function showPlace(res: Response, token: string, lang = ''): void {
  const query = lang ? `?${new URLSearchParams({ lang })}` : ''
  seeOther(res, `/w/${encodeURIComponent(token)}${query}`)
}
