import { type Arrived, type JoinPage, localeSchema, operations } from '@usher/contracts'
import { html, Refused, raw } from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { renderSVG } from 'uqr'
import { refusedNotice } from '../booking/arrival-notices.ts'
import { type Branded, type Venue, venueHeader } from '../brand/venue.ts'
import type { PagesContext } from '../context.ts'
import type { Faults } from '../fields/typed.ts'
import { fieldOf, keyOf, readForm } from '../form.ts'
import type { Page } from '../layout.ts'
import { onlyAllow } from '../problem-page.ts'
import { seeOther, sendPage } from '../respond.ts'
import { type Speaker, speakerFor, speakerOf } from '../speaker.ts'
import { INVALID } from '../statuses.ts'
import { emptyForm, faultsAtOnce, faultsOf, joinBody, type Sent, typedToJoin } from './join-form.ts'
import { joinPage } from './join-page.ts'

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

/** Nothing is told of what is not found: not even whether the contact is known. */
const UNKNOWN = new Set(['not_found', 'validation_failed', 'invalid_transition'])

/** Checks in whoever has a booking that the queue takes. */
const arrive =
  ({ ask, brandOf }: PagesContext): RequestHandler<{ slug: string }> =>
  async (req, res) => {
    const { slug } = req.params
    const page = await ask(req, operations.getJoinPage, { params: { slug } })
    const brand = await brandOf(req, page.organization_id)
    const locale = localeSchema.safeParse(fieldOf(req, 'locale')).data
    const shown = { slug, brand, speaker: locale ? speakerOf(locale) : speakerFor(req) }
    const contact = fieldOf(req, 'contact').trim()
    try {
      const arrived = await ask(req, operations.arriveAtQueue, { params: { slug }, body: { contact } })
      await sendPage(res, arrivedPage(arrived, shown))
    } catch (error) {
      if (!(error instanceof Refused && UNKNOWN.has(error.problem.code))) throw error
      const faults = { contact: shown.speaker.say('noBookingFound') }
      const typed = { ...emptyForm(page), contact }
      await sendPage(res, joinPage(page, { ...shown, typed, faults }), error.problem.status)
    }
  }

interface Shown extends Branded {
  readonly speaker: Speaker
  readonly slug: string
}

/** What somebody reads who has checked in at a queue: no name, as others may stand by. */
function arrivedPage(
  { start, timezone, service_name, check_in_error }: Arrived,
  { speaker, slug, brand }: Shown,
): Page {
  const venue = { brand, about: service_name }
  const title = speaker.say(check_in_error === null ? 'checkedInTitle' : 'bookingTitle')
  const main = html`<main>
${venueHeader(venue)}
<div class="card" role="status"><h1>${title}</h1>
${check_in_error === null && html`<p class="lead">${speaker.say('checkedInText', { time: speaker.time(start, timezone) })}</p>`}</div>
${check_in_error !== null && refusedNotice(check_in_error, speaker)}
<p><a class="button" href="/join/${encodeURIComponent(slug)}">${speaker.say('back')}</a></p>
</main>`
  return { speaker, main, title, venue, kind: 'join' }
}

/** A printable poster with the join page's address as a QR code (ISO/IEC 18004). */
export function posterPage(
  venue: Venue,
  { speaker, url }: { readonly speaker: Speaker; readonly url: string },
): Page {
  const title = speaker.say('posterTitle')
  // Error correction Q: readable with a quarter damaged, as on a crumpled sheet.
  const code = renderSVG(url, { ecc: 'Q', border: 4, pixelSize: 1 })
  const main = html`<main>
${venueHeader(venue)}
<h1>${title}</h1>
<div class="code" role="img" aria-label="${url}">${raw(code)}</div>
<p class="lead">${speaker.say('posterText')}</p>
<p class="address">${speaker.say('posterAddress')} <bdi dir="ltr">${url}</bdi></p>
</main>`
  return { speaker, main, title, venue, kind: 'poster' }
}
