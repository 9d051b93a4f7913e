import { randomUUID } from 'node:crypto'
import { type Html, html } from '@usher/service-kit'
import express, { type Request, type RequestHandler } from 'express'

/** Parses a submitted form, with limits well above what our forms send. */
export const readForm: RequestHandler = express.urlencoded({
  extended: false,
  limit: '16kb',
  parameterLimit: 100,
})

/** A field of a submitted form; an empty string if it is missing. */
export function fieldOf(req: Request, name: string): string {
  const value: unknown = (req.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

const KEY = /^[\w-]{8,64}$/

/** A hidden key that makes submitting a form idempotent. */
export const keyField = (): Html => html`<input type="hidden" name="key" value="${randomUUID()}">`

/** The key of a submitted form. */
export function keyOf(req: Request): string {
  const key = fieldOf(req, 'key')
  return KEY.test(key) ? key : randomUUID()
}
