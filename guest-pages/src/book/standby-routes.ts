import { operations } from '@usher/contracts'
import type { Response } from 'express'
import { Refused } from '../ask.ts'
import type { PagesContext } from '../context.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import { fieldOf, keyOf } from '../form.ts'
import { seeOther, sendPage } from '../respond.ts'
import { INVALID, SERVER_ERROR, TOO_MANY } from '../statuses.ts'
import { dateGiven } from '../times/week.ts'
import { addressOf } from '../visit.ts'
import { zoneOf } from './choice.ts'
import type { ServiceRequest } from './open.ts'
import { type SentStandby, standbyBody, standbyFaults, standbyFaultsOf, typedToWait } from './standby-form.ts'
import { standbyPage } from './standby-page.ts'

type Handle = (request: ServiceRequest, res: Response) => Promise<void>

/** `/book/{slug}/{service}/standby`: the form to wait for a time; `?date=` is the first day. */
export const showStandbyForm: Handle = async ({ req, place, choice }, res) => {
  const date = dateGiven(req.query.date)
  await sendPage(res, standbyPage(place, { choice, typed: date ? { 'date-1': date } : {} }))
}

export const submitStandby =
  ({ ask }: PagesContext): Handle =>
  async (request, res) => {
    const { req, place, choice } = request
    const typed = typedToWait(req, choice)
    const send = (faults: Faults, status?: number) => sendForm(request, typed, res, { faults, status })
    if (fieldOf(req, 'action') === 'language') return await send({})
    const sent = { typed, choice, speaker: place.speaker, timeZone: zoneOf(choice, place.page) }
    const faults = standbyFaults(sent)
    if (Object.keys(faults).length > 0) return await send(faults, INVALID)
    try {
      const given = { params: { slug: place.slug }, body: standbyBody(sent), key: keyOf(req) }
      const { status_url } = await ask(req, operations.joinStandby, given)
      const query = { ...place.kept, ...(place.kept.embed && { book: place.slug }) }
      seeOther(res, addressOf(new URL(status_url).pathname, query))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.retryAfter) res.set('retry-after', error.retryAfter)
      await send(refusal(error, sent), error.problem.status)
    }
  }

async function sendForm(
  { place, choice }: ServiceRequest,
  typed: Typed,
  res: Response,
  { faults, status }: { readonly faults: Faults; readonly status: number | undefined },
): Promise<void> {
  await sendPage(res, standbyPage(place, { choice, typed, faults }), status)
}

/** Why somebody cannot wait, by field. */
function refusal({ problem, retryAfter }: Refused, sent: SentStandby): Faults {
  const { speaker } = sent
  if (problem.code === 'validation_failed') return standbyFaultsOf(problem.errors ?? [], sent)
  if (problem.code === 'limit_reached') return { form: speaker.say('standbyLimit') }
  if (problem.status === TOO_MANY) return { form: speaker.tooMany(retryAfter) }
  return { form: speaker.say(problem.status >= SERVER_ERROR ? 'failedText' : 'formUsed') }
}
