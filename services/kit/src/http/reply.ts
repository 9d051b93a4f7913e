import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { type AuditNote, mayCompress, type Operation } from '@usher/contracts'
import type { Response } from 'express'
import type { z } from 'zod'
import { AUDIT_HEADER, encodeAuditNote } from './audit-note.ts'
import { EventStream } from './event-stream.ts'

interface Headers {
  readonly 'content-type'?: string
  readonly 'content-disposition'?: string
  readonly 'content-security-policy'?: string
  readonly etag?: string
  readonly 'cache-control'?: string
  readonly location?: string
  readonly link?: string
  readonly 'set-cookie'?: string | string[]
  readonly 'x-accel-buffering'?: 'no'
}

/** A handler's answer: the body its operation declares (pieces of text if it streams), and headers. */
export interface Reply<Body> {
  readonly body: Body
  readonly headers?: Headers
  /** Whether it repeats an earlier answer under the same Idempotency-Key. */
  readonly replayed?: boolean
  /** For the audit trail; the gateway removes it. */
  readonly audit?: AuditNote
}

/** An answer in the other media type that the operation declares, in place of JSON. */
export interface TextReply {
  readonly text: string
  readonly headers?: Headers
  /** Overrides the operation's status, for a page that tells a person what is wrong. */
  readonly status?: number
  readonly audit?: AuditNote
}

/** Redirects a browser to another page (302). */
export interface RedirectReply {
  readonly redirectTo: string
  readonly audit?: AuditNote
}

export type AnyReply<Body> = Reply<Body> | TextReply | RedirectReply

export type AnswerOf<O extends Operation> = O['answer'] extends z.ZodType ? z.input<O['answer']> : null

/** Sends what a handler returned, as its operation declares it. */
export async function answer(res: Response, operation: Operation, reply: AnyReply<unknown>): Promise<void> {
  if (reply.audit) res.set(AUDIT_HEADER, encodeAuditNote(reply.audit))
  if (operation.alsoAnswers || operation.redirects) res.vary('accept')
  if ('redirectTo' in reply) {
    res.status(302).set('location', reply.redirectTo).end()
    return
  }
  res.status(operation.status)
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.set(name, value)
  if ('text' in reply) {
    const [page = 'text/plain'] = operation.media ?? []
    res
      .status(reply.status ?? operation.status)
      .type(operation.alsoAnswers ?? page)
      .send(reply.text)
    return
  }
  if (reply.replayed) res.set('Idempotent-Replayed', 'true')
  if (operation.answer === null) res.end()
  else if (operation.media) await stream(res, reply.body as AsyncIterable<string>)
  else sendJson(res, operation, reply.body)
}

/**
 * Streams text at the pace of its reader. On a failure, closes the connection: half a body must not look complete.
 */
async function stream(res: Response, body: AsyncIterable<string>): Promise<void> {
  try {
    const signal = body instanceof EventStream ? { signal: body.cutOff } : {}
    if (res.req.method === 'HEAD') res.end()
    else await pipeline(Readable.from(body), res, signal)
  } catch (error) {
    if (!READER_LEFT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    void body[Symbol.asyncIterator]().return?.()
  }
}

/** The client left, which is not an error. */
const READER_LEFT: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ABORT_ERR',
])

/** Shortest text worth compressing, in characters: less fits into one packet with its headers. */
const MIN_LENGTH = 1_024

/** Most of the gain for the least time: 60 kB of a list become 10 kB within 0.3 ms. */
const LEVEL = 1

/**
 * Sends JSON, compressed if it is long, the operation allows it and the client accepts it. A strong entity tag
 * identifies one sequence of bytes (RFC 9110 §8.8.3.3): a body with one is sent uncompressed.
 */
function sendJson(res: Response, operation: Operation, body: unknown): void {
  const text = JSON.stringify(body)
  res.type('json')
  if (text.length < MIN_LENGTH || !mayCompress(operation) || hasStrongTag(res)) return void res.send(text)
  res.vary('accept-encoding')
  if (res.req.fresh || res.req.acceptsEncodings('gzip') === false) return void res.send(text)
  // Synchronously: handing it to another thread takes twice the CPU.
  res.set('content-encoding', 'gzip').send(gzipSync(text, { level: LEVEL }))
}

const hasStrongTag = (res: Response): boolean => res.get('etag')?.startsWith('"') ?? false
