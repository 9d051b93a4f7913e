import { operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Response } from 'express'
import type { PagesContext } from '../context.ts'
import type { Faults, Typed } from '../fields/typed.ts'
import { fieldOf, keyOf } from '../form.ts'
import { seeOther, sendPage } from '../respond.ts'
import { INVALID, SERVER_ERROR, TOO_MANY } from '../statuses.ts'
import { dateGiven } from '../times/week.ts'
import { addressOf } from '../visit.ts'
import { bookPath } from './book-place.ts'
import { knownDetails, needsCode, proofOfAddress, refuseCode, sendCodeStep } from './book-with-code.ts'
import { queryOfChoice, zoneOf } from './choice.ts'
import { isCodeRefused } from './code-step.ts'
import type { ServiceRequest } from './open.ts'
import { type SentStandby, standbyBody, standbyFaults, standbyFaultsOf, typedToWait } from './standby-form.ts'
import { standbyPage } from './standby-page.ts'

type Handle = (request: ServiceRequest, res: Response) => Promise<void>

/** `/book/{slug}/{service}/standby`: the form to wait for a time; `?date=` is the first day. */
export const showStandbyForm =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const date = dateGiven(request.req.query.date)
    const typed = { ...(await knownDetails(context, request)), ...(date && { 'date-1': date }) }
    await sendForm(request, typed, res)
  }

export const submitStandby =
  (context: PagesContext): Handle =>
  async (request, res) => {
    const { req, place, choice } = request
    const typed = { ...typedToWait(req, choice), code_token: fieldOf(req, 'code_token') }
    const send = (faults: Faults, status?: number) => sendForm(request, typed, res, { faults, status })
    if (['language', 'edit'].includes(fieldOf(req, 'action'))) return await send({})
    const sent = { typed, choice, speaker: place.speaker, timeZone: zoneOf(choice, place.page) }
    const faults = standbyFaults(sent)
    if (Object.keys(faults).length > 0) return await send(faults, INVALID)
    const key = keyOf(req)
    const step = codeStepOf(request, typed, key)
    try {
      if (needsCode(request)) return await sendCodeStep(context, step, res)
      const body = { ...standbyBody(sent), ...proofOfAddress(request) }
      const given = { params: { slug: place.slug }, body, key }
      const { status_url } = await context.ask(req, operations.joinStandby, given)
      const { as: _, ...kept } = place.kept
      const query = { ...kept, ...(kept.embed && { book: place.slug }) }
      seeOther(res, addressOf(new URL(status_url).pathname, query))
    } catch (error) {
      if (isCodeRefused(error)) return await refuseCode(context, step, res)
      if (!(error instanceof Refused)) throw error
      if (error.retryAfter) res.set('retry-after', error.retryAfter)
      await send(refusal(error, sent), error.problem.status)
    }
  }

/** The code's page brings along what was typed, and the key of the form. */
const codeStepOf = (request: ServiceRequest, typed: Typed, key: string) => {
  const { place, choice } = request
  return {
    ...request,
    typed: { ...typed, key },
    form: key,
    submit: place.speaker.say('standbyJoin'),
    action: bookPath(place, [choice.service.id, 'standby'], queryOfChoice(choice)),
  }
}

async function sendForm(
  { place, choice }: ServiceRequest,
  typed: Typed,
  res: Response,
  { faults = {}, status }: { readonly faults?: Faults; readonly status?: number | undefined } = {},
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
