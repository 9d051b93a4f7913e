import { operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Response } from 'express'
import type { PagesContext } from '../context.ts'
import type { Typed } from '../fields/typed.ts'
import { fieldOf } from '../form.ts'
import { sendPage } from '../respond.ts'
import { FORBIDDEN, TOO_MANY } from '../statuses.ts'
import { codePage } from './code-page.ts'
import { askForCode, contactOf } from './code-step.ts'
import { provedField } from './details-form.ts'
import type { ServiceRequest } from './open.ts'

/** A form that may need a code. */
interface CodeStep extends ServiceRequest {
  readonly typed: Typed
  /** Names the form: sent again, it has no second code sent. */
  readonly form: string
  /** Where the form is sent. */
  readonly action: string
  /** Text of its button. */
  readonly submit: string
}

/** Whether the next step is that a code is sent: one is asked for, and neither typed nor made needless by a session. */
export function needsCode({ req, place, choice }: ServiceRequest): boolean {
  if (provedField(choice.service) === undefined) return false
  return fieldOf(req, 'action') === 'code' || (codeIn(req) === '' && place.kept.as === undefined)
}

const codeIn = (req: ServiceRequest['req']): string => fieldOf(req, 'code').trim()

/** What proves the customer's address: the code that was typed, or their session. */
export function proofOfAddress({ req, place }: ServiceRequest): {
  code?: string
  code_token?: string
  session?: string
} {
  const code = codeIn(req)
  return {
    ...(code && { code, code_token: fieldOf(req, 'code_token') }),
    ...(place.kept.as && { session: place.kept.as }),
  }
}

/** Has a code sent and asks for it, with all that was typed. @throws Refused */
export async function sendCodeStep(context: PagesContext, step: CodeStep, res: Response): Promise<void> {
  const { req, place, form } = step
  const isAgain = fieldOf(req, 'action') === 'code'
  const asking = { context, req, place, contact: contactOf(contactIn(step)) }
  const asked = await askForCode({ ...asking, form: isAgain ? undefined : form })
  if ('token' in asked) return await sendCodePage(step, res, { contact: contactIn(step), token: asked.token })
  // Without an error the first time: a code that was sent before may still be good.
  await sendCodePage(step, res, { fault: asked.fault, status: isAgain ? TOO_MANY : undefined })
}

/** Says that a code was wrong; after a session that proved nothing, sends one. */
export async function refuseCode(context: PagesContext, step: CodeStep, res: Response): Promise<void> {
  if (codeIn(step.req) === '') return await sendCodeStep(context, step, res)
  const fault = step.place.speaker.say('codeWrong')
  await sendCodePage(step, res, { contact: contactIn(step), fault, status: FORBIDDEN })
}

const contactIn = ({ choice, typed }: CodeStep): string => typed[provedField(choice.service) ?? 'email'] ?? ''

interface Said {
  readonly contact?: string
  readonly token?: string
  readonly fault?: string
  readonly status?: number | undefined
}

async function sendCodePage(
  step: CodeStep,
  res: Response,
  { contact, token = fieldOf(step.req, 'code_token'), fault, status }: Said,
): Promise<void> {
  const { place, choice, action, submit } = step
  const typed = { ...step.typed, code_token: token }
  const shown = { contact, typed, fault, submit, action, about: choice.service.name }
  await sendPage(res, codePage(place, shown), status)
}

/** What a returning customer gave last; nothing without a session. */
export async function knownDetails({ ask }: PagesContext, { req, place }: ServiceRequest): Promise<Typed> {
  const { as: token } = place.kept
  if (token === undefined) return {}
  try {
    const known = await ask(req, operations.getReturningCustomer, { params: { token } })
    const { organization_id, name, phone, email } = known
    if (organization_id !== place.page.organization_id) return {}
    return { name: name ?? '', phone: phone ?? '', email: email ?? '' }
  } catch (error) {
    if (!(error instanceof Refused && error.problem.code === 'not_found')) throw error
    return {}
  }
}
