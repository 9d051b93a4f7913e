import { createHash } from 'node:crypto'
import { operations } from '@usher/contracts'
import { type Html, html, Refused } from '@usher/service-kit'
import type { Request } from 'express'
import type { PagesContext } from '../context.ts'
import { TOO_MANY } from '../statuses.ts'
import type { BookPlace } from './book-place.ts'

/** An e-mail address or a phone number. */
export type GivenContact = { readonly email: string } | { readonly phone: string }

export const contactOf = (text: string): GivenContact =>
  text.includes('@') ? { email: text.trim() } : { phone: text.trim() }

/** Whether a code was wrong or is missing. */
export const isCodeRefused = (error: unknown): error is Refused =>
  error instanceof Refused &&
  error.problem.code === 'invalid_proof' &&
  error.problem.errors?.some(({ pointer }) => pointer === '/code') === true

/** Keeps the token of a code that was sent while the form is changed, as another is only sent after a minute. */
export const codeTokenField = (token: string | undefined): Html | false =>
  Boolean(token) && html`<input type="hidden" name="code_token" value="${token}">`

interface Asking {
  readonly context: PagesContext
  readonly req: Request
  readonly place: BookPlace
  readonly contact: GivenContact
  /** Names the form: sent again, it has no second code sent. Absent: another code is asked for. */
  readonly form?: string | undefined
}

/**
 * Has a code sent.
 *
 * @returns the token to send with it; or why there is no further one, where one was sent shortly before
 * @throws Refused for anything else, such as an invalid number
 */
export async function askForCode({
  context,
  req,
  place,
  contact,
  form,
}: Asking): Promise<{ readonly token: string } | { readonly fault: string }> {
  const { slug, speaker } = place
  const key =
    form &&
    createHash('sha256')
      .update(`${form} ${JSON.stringify(contact)}`)
      .digest('base64url')
  try {
    const { token } = await context.ask(req, operations.requestBookingCode, {
      params: { slug },
      body: { ...contact, locale: speaker.locale },
      ...(key && { key }),
    })
    return { token }
  } catch (error) {
    if (!(error instanceof Refused && error.problem.status === TOO_MANY)) throw error
    return { fault: speaker.tooMany(error.retryAfter) }
  }
}
