import { operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request, RequestHandler, Response } from 'express'
import type { PagesContext } from '../context.ts'
import { fieldOf, keyOf } from '../form.ts'
import { seeOther, sendPage } from '../respond.ts'
import { FORBIDDEN, INVALID, TOO_MANY } from '../statuses.ts'
import { queryOf } from '../visit.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { codePage } from './code-page.ts'
import { askForCode, contactOf, isCodeRefused } from './code-step.ts'
import { bookingsPage, minePage } from './mine-pages.ts'
import { openBookIn } from './open.ts'

/** `/book/{slug}/mine`: asks whose bookings are to be shown. */
export const showMine =
  (context: PagesContext): RequestHandler<{ slug: string }> =>
  async (req, res) => {
    const place = await openBookIn(context, req, res)
    const notice = queryOf(req, 'over') === '1' ? place.speaker.say('mineOver') : undefined
    await sendPage(res, minePage(place, { contact: '', notice }))
  }

export const submitMine =
  (context: PagesContext): RequestHandler<{ slug: string }> =>
  async (req, res) => {
    const place = await openBookIn(context, req, res)
    const [action, contact, code] = ['action', 'contact', 'code'].map((name) => fieldOf(req, name).trim())
    if (!contact) {
      const fault = place.speaker.say('required')
      return await sendPage(res, minePage(place, { contact: '', fault }), INVALID)
    }
    if (action === 'edit')
      return await sendPage(res, minePage(place, { contact, token: fieldOf(req, 'code_token') }))
    if (action === 'code') return await sendCodeTo({ context, req, place, contact }, res)
    await openSession({ context, req, place, contact }, code ?? '', res)
  }

interface ContactRequest {
  readonly context: PagesContext
  readonly req: Request
  readonly place: BookPlace
  readonly contact: string
}

async function sendCodeTo({ context, req, place, contact }: ContactRequest, res: Response): Promise<void> {
  try {
    // The form with the contact has a key; the one with the code asks for another.
    const form = fieldOf(req, 'key') ? keyOf(req) : undefined
    const asked = await askForCode({ context, req, place, contact: contactOf(contact), form })
    if ('token' in asked) return await sendPage(res, codeFormOf(place, { contact, token: asked.token }))
    // Without an error the first time: a code that was sent before may still be good.
    const shown = { contact, token: fieldOf(req, 'code_token'), fault: asked.fault, isSent: false }
    await sendPage(res, codeFormOf(place, shown), form ? undefined : TOO_MANY)
  } catch (error) {
    if (!(error instanceof Refused && error.problem.code === 'validation_failed')) throw error
    const fault = place.speaker.say('invalidContact')
    await sendPage(res, minePage(place, { contact, fault }), INVALID)
  }
}

async function openSession({ context, req, place, contact }: ContactRequest, code: string, res: Response) {
  const token = fieldOf(req, 'code_token')
  const body = { ...contactOf(contact), code, code_token: token }
  try {
    const params = { slug: place.slug }
    const session = await context.ask(req, operations.startCustomerSession, { params, body })
    seeOther(res, bookPath(place, ['mine', session.token]))
  } catch (error) {
    const isInvalid = error instanceof Refused && error.problem.code === 'validation_failed'
    const isTooMany = error instanceof Refused && error.problem.status === TOO_MANY
    if (!isInvalid && !isTooMany && !isCodeRefused(error)) throw error
    const { speaker } = place
    const fault = isTooMany ? speaker.tooMany(error.retryAfter) : speaker.say('codeWrong')
    await sendPage(res, codeFormOf(place, { contact, token, fault }), isTooMany ? TOO_MANY : FORBIDDEN)
  }
}

interface CodeSent {
  readonly contact: string
  readonly token: string
  readonly fault?: string
  readonly isSent?: boolean
}

const codeFormOf = (place: BookPlace, { contact, token, fault, isSent = true }: CodeSent) =>
  codePage(place, {
    contact: isSent ? contact : undefined,
    fault,
    action: bookPath(place, ['mine']),
    typed: { contact, code_token: token },
    submit: place.speaker.say('openMine'),
    about: place.brand?.name ?? place.speaker.say('mineTitle'),
  })

/** `/book/{slug}/mine/{token}`: the bookings of a customer, while their session lasts. */
export const showBookings =
  (context: PagesContext): RequestHandler<{ slug: string; token: string }> =>
  async (req, res) => {
    const place = await openBookIn(context, req, res)
    const params = { token: req.params.token }
    const cursor = queryOf(req, 'cursor')
    try {
      const [customer, bookings] = await Promise.all([
        context.ask(req, operations.getReturningCustomer, { params }),
        context.ask(req, operations.listCustomerBookings, { params, ...(cursor && { query: { cursor } }) }),
      ])
      // Its bookings are of another venue, not of the one that the page shows.
      if (customer.organization_id !== place.page.organization_id) return sendOver(place, res)
      const listed = { ...bookings, token: params.token, now: context.now(), expires: customer.expires_at }
      await sendPage(res, bookingsPage(place, listed))
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'not_found')) throw error
      sendOver(place, res)
    }
  }

const sendOver = (place: BookPlace, res: Response): void =>
  seeOther(res, bookPath(place, ['mine'], { over: '1' }))
