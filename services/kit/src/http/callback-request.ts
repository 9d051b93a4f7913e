import type { IncomingMessage } from 'node:http'
import type { CallbackMedia } from '@usher/contracts'
import express, { type Request, type RequestHandler } from 'express'
import { verifyJson } from './json-depth.ts'

/** Largest request body in bytes. */
export const MAX_BODY_BYTES = 100_000

/** Most fields of a form. */
const MAX_FIELDS = 200

/** A request as received, as signatures cover the exact bytes. */
export interface CallbackRequest {
  /** Path and query, exactly as received. */
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

/** Body parsers for callbacks from other parties' servers; they keep the bytes. */
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
    parameterLimit: MAX_FIELDS,
    type: 'application/x-www-form-urlencoded',
  }),
  // A message may mix charsets: read it as latin1, which keeps the bytes, and leave decoding to the parser.
  'message/rfc822': express.text({ ...common, defaultCharset: 'latin1', type: 'message/rfc822' }),
}

export const callbackRequestOf = (req: Request): CallbackRequest => ({
  url: req.originalUrl,
  body: bodies.get(req) ?? Buffer.alloc(0),
  header: (name) => req.get(name),
})
