import { type JoinPage, localeSchema, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import express, { type Request, type Response, type Router } from 'express'
import type { Branded } from '../brand/venue.ts'
import type { PagesContext } from '../context.ts'
import type { Faults } from '../fields/typed.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { speakerFor, speakerOf } from '../speaker.ts'
import { INVALID } from '../statuses.ts'
import { arrive } from './arrival.ts'
import { emptyForm, faultsAtOnce, faultsOf, joinBody, type Sent, typedToJoin } from './join-form.ts'
import { joinPage } from './join-page.ts'
import { posterPage } from './poster-page.ts'

/** `/join/{slug}`: where guests join a queue, and the poster that leads there. */
export function joinRoutes(context: PagesContext): Router {
  const { ask, brandOf, publicUrl } = context
  const router = express.Router()
  const read = (req: Request, slug: string) => ask(req, operations.getJoinPage, { params: { slug } })

  router
    .route('/:slug')
    .get(async (req, res) => {
      const page = await read(req, req.params.slug)
      const brand = await brandOf(req, page.organization_id)
      const { slug } = req.params
      await sendPage(res, joinPage(page, { slug, speaker: speakerFor(req), typed: emptyForm(page), brand }))
    })
    .post(readForm, async (req, res) => {
      const { slug } = req.params
      const page = await read(req, slug)
      const sent = { ...sentIn(req, page), slug, brand: await brandOf(req, page.organization_id) }
      if (fieldOf(req, 'action') === 'language') return await sendPage(res, joinPage(page, sent))
      const faults = faultsAtOnce(sent)
      if (Object.keys(faults).length > 0)
        return await sendPage(res, joinPage(page, { ...sent, faults }), INVALID)
      try {
        const given = { params: { slug }, body: joinBody(sent.typed, page), key: keyOf(req) }
        const { status_url } = await ask(req, operations.joinQueue, given)
        seeOther(res, new URL(status_url).pathname)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const isClosed = error.problem.code in CLOSED
        await showAgain(res, error, isClosed ? { ...sent, page: await read(req, slug) } : sent)
      }
    })
    .all(onlyAllow('GET, HEAD, POST'))

  router
    .route('/:slug/check-in')
    .get((req, res) => seeOther(res, `/join/${encodeURIComponent(req.params.slug)}`))
    .post(readForm, arrive(context))
    .all(onlyAllow('GET, HEAD, POST'))

  router
    .route('/:slug/poster')
    .get(async (req, res) => {
      const { slug } = req.params
      const page = await read(req, slug)
      const url = `${publicUrl}/join/${encodeURIComponent(slug)}`
      const venue = { brand: await brandOf(req, page.organization_id), about: page.name }
      await sendPage(res, posterPage(venue, { speaker: speakerFor(req), url }))
    })
    .all(onlyAllow('GET, HEAD'))
  return router
}

/** The submitted form, in the language chosen in it. */
function sentIn(req: Request, page: JoinPage): Sent {
  const typed = typedToJoin(req, page)
  const locale = localeSchema.safeParse(typed.locale).data
  return { typed, page, speaker: locale ? speakerOf(locale) : speakerFor(req) }
}

/** Refusals that the reloaded page explains itself. */
const CLOSED = { public_join_off: true, queue_paused: true, queue_closed: true, queue_full: true }

/** Shows the form again with its input and errors. @throws Refused if it is not about the form's fields */
async function showAgain(
  res: Response,
  refused: Refused,
  form: Sent & Branded & { readonly slug: string },
): Promise<void> {
  const faults = faultsFor(refused, form)
  if (!faults) throw refused
  await sendPage(res, joinPage(form.page, { ...form, faults }), refused.problem.status)
}

function faultsFor({ problem }: Refused, form: Sent): Faults | undefined {
  const { speaker } = form
  if (problem.code in CLOSED) return {}
  if (problem.code === 'already_waiting') return { phone: speaker.say('alreadyWaiting') }
  if (problem.code === 'idempotency_mismatch') return { form: speaker.say('formUsed') }
  if (problem.code === 'validation_failed') return faultsOf(problem.errors ?? [], form)
  return undefined
}
