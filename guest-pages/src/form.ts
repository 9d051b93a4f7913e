import { randomUUID } from 'node:crypto'
import { type Html, html } from '@usher/service-kit'
import express, { type Request, type RequestHandler } from 'express'

/** Reads what a form sends; far more than any of ours is refused. */
export const readForm: RequestHandler = express.urlencoded({
  extended: false,
  limit: '16kb',
  parameterLimit: 100,
})

/** A field of what a form sent; an empty text where it is missing. */
export function fieldOf(req: Request, name: string): string {
  const value: unknown = (req.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

const KEY = /^[\w-]{8,64}$/

/** Names one sending of a form: sent twice, it is done once. */
export const keyField = (): Html => html`<input type="hidden" name="key" value="${randomUUID()}">`

/** The key that came with a form. */
export function keyOf(req: Request): string {
  const key = fieldOf(req, 'key')
  return KEY.test(key) ? key : randomUUID()
}
