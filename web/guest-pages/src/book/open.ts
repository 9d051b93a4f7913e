import { localeSchema, operations } from '@usher/contracts'
import type { Request, Response } from 'express'
import type { PagesContext } from '../context.ts'
import type { Typed } from '../fields/typed.ts'
import { fieldOf } from '../form.ts'
import { speakerOf } from '../speaker.ts'
import { isEmbedded, queryOf, type Visit, visitOf } from '../visit.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, choiceIn } from './choice.ts'
import type { Held } from './held.ts'

/** The booking page with the slug in the path. @throws Refused */
export async function openBook(
  { ask, brandOf }: PagesContext,
  req: Request<{ slug: string }>,
): Promise<BookPlace> {
  const { slug } = req.params
  const page = await ask(req, operations.getOnlineBookingPage, { params: { slug } })
  const brand = await brandOf(req, page.organization_id)
  return { ...chosenVisit(req), slug, page, brand, sites: isEmbedded(req) ? page.embed_sites : undefined }
}

/** The booking page; where the request fails later, the page that says so may be shown in the same frames. */
export async function openBookIn(
  context: PagesContext,
  req: Request<{ slug: string }>,
  res: Response,
): Promise<BookPlace> {
  const place = await openBook(context, req)
  res.locals.sites = place.sites
  return place
}

/** The visit of a request, in the language that was chosen in its form, if any; links keep the customer's session. */
function chosenVisit(req: Request): Visit {
  const as = queryOf(req, 'as')
  const known = visitOf(req)
  const visit = as ? { ...known, kept: { ...known.kept, as } } : known
  const { data: locale } = localeSchema.safeParse(fieldOf(req, 'locale'))
  if (!locale || locale === visit.speaker.locale) return visit
  return { speaker: speakerOf(locale), kept: { ...visit.kept, lang: locale } }
}

/** A request about one service. */
export interface ServiceRequest {
  readonly req: Request<{ slug: string; service: string }>
  readonly place: BookPlace
  readonly choice: Choice
}

/** undefined: the page does not offer the service (any more). */
export function openService(place: BookPlace, req: ServiceRequest['req']): ServiceRequest | undefined {
  const service = place.page.services.find(({ id }) => id === req.params.service)
  return service && { req, place, choice: choiceIn(req, service) }
}

/** A request with what was typed and the time that it is about. */
export interface Step extends ServiceRequest {
  readonly held: Held
  readonly typed: Typed
}
