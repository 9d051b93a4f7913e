import type { IncomingMessage } from 'node:http'
import type { CallbackMedia } from '@usher/contracts'
import express, { type Request, type RequestHandler } from 'express'
import { verifyJson } from './json-depth.ts'

/** Largest request body in bytes. */
export const MAX_BODY_BYTES = 100_000

/** Most fields of a form. */
const MOST_FIELDS = 200

/** A request as it came, for what a signature covers. */
export interface CallbackRequest {
  /** Path and query, as they were written. */
  readonly url: string
  readonly body: Buffer
  header(name: string): string | undefined
}

const bodies = new WeakMap<IncomingMessage, Buffer>()

const common = {
  limit: MAX_BODY_BYTES,
  verify: (req: IncomingMessage, _res: unknown, body: Buffer) => {
    bodies.set(req, body)
  },
}

/** Read the bodies that other parties' servers send, and keep their bytes. */
export const CALLBACK_READERS: Readonly<Record<CallbackMedia, RequestHandler>> = {
  'application/json': express.json({
    ...common,
    strict: false,
    type: 'application/json',
    verify: (req, res, body, encoding) => {
      verifyJson(req, res, body, encoding)
      common.verify(req, res, body)
    },
  }),
  'application/x-www-form-urlencoded': express.urlencoded({
    ...common,
    extended: false,
    parameterLimit: MOST_FIELDS,
    type: 'application/x-www-form-urlencoded',
  }),
  // Of bytes in no one charset: who wants to understand them takes the request as it came.
  'message/rfc822': express.text({ ...common, defaultCharset: 'latin1', type: 'message/rfc822' }),
}

export const callbackRequestOf = (req: Request): CallbackRequest => ({
  url: req.originalUrl,
  body: bodies.get(req) ?? Buffer.alloc(0),
  header: (name) => req.get(name),
})
