import type { Operation } from '@usher/contracts'
import { type Html, html, Refused } from '@usher/service-kit'
import type { Request } from 'express'
import type { z } from 'zod'
import type { Ask } from '../ask.ts'
import { fieldOf } from '../form.ts'
import type { BookPlace } from './book-place.ts'

/** A field that the script fills with a proof of work; without it the form is as good. */
export const proofField = ({ slug }: Pick<BookPlace, 'slug'>): Html =>
  html`<input type="hidden" name="proof" data-challenge="/public/book/${encodeURIComponent(slug)}/challenge">`

interface Given<Body> {
  readonly params: Readonly<Record<string, string>>
  readonly body: Body
  readonly key?: string
}

/** Whether the refusal is about a field of the request. */
export const isRefusedAt = (error: unknown, pointer: string): error is Refused =>
  error instanceof Refused &&
  error.problem.code === 'invalid_proof' &&
  error.problem.errors?.some((fault) => fault.pointer === pointer) === true

/** Asks with the proof in the form; without it where it is too old, so that nobody is held up by one. */
export async function askProven<O extends Operation>(
  ask: Ask,
  req: Request,
  operation: O,
  given: Given<object>,
): Promise<z.infer<O['answer'] extends z.ZodType ? O['answer'] : z.ZodNull>> {
  const proof = fieldOf(req, 'proof')
  if (!proof) return await ask(req, operation, given)
  try {
    return await ask(req, operation, { ...given, body: { ...given.body, proof } })
  } catch (error) {
    if (!isRefusedAt(error, '/proof')) throw error
    return await ask(req, operation, given)
  }
}
