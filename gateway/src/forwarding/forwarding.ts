import type { IncomingHttpHeaders } from 'node:http'
import { type Conversion, ERROR_CODES, type ErrorCode, EVENT_STREAM, type JsonObject } from '@usher/contracts'
import { AUDIT_HEADER, ProblemError } from '@usher/service-kit'
import type { Dispatcher } from 'undici'
import { isListening } from '../http/come-back.ts'
import type { Exchange } from '../http/exchange.ts'
import type { OpenStreams } from '../streams/open-streams.ts'
import { tagAnswer } from '../versions/entity-tags.ts'
import { answerHeaders, limitHeadersOf } from './headers.ts'

/** A service could not be reached or did not answer. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  /** Whether the request was sent, so that it may have taken effect. */
  readonly wasSent: boolean

  constructor(cause: Error, wasSent: boolean) {
    super('the service did not answer', { cause })
    this.wasSent = wasSent
  }
}

/**
 * Up to this size a body is written as one string (in Latin-1, so byte by byte): Node sends it with the headers in
 * one write, at about half the cost of the two that a Buffer takes.
 */
const ONE_WRITE_BYTES = 16_384

const PROBLEM = 'application/problem+json'
/** Far longer than any of our problems. */
const MAX_PROBLEM_BYTES = 65_536

/** What a request shows about a service: it answered (or the client left), or it failed. */
interface Outcome {
  resolve(): void
  reject(error: Error): void
}

/** Streams a service's answer to the client, at the client's pace. undici calls the methods. */
export class Forwarding implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #outcome: Outcome
  readonly #streams: OpenStreams
  #controller: Dispatcher.DispatchController | undefined
  /** Declared length of the answer's body, if any. */
  #announced = Number.NaN
  /** The answer, if it is converted before it is sent. */
  #held: HeldAnswer | undefined
  /** The body so far, if it is a problem. */
  #problem: Buffer[] | undefined

  constructor(exchange: Exchange, streams: OpenStreams, outcome: Outcome) {
    this.#exchange = exchange
    this.#outcome = outcome
    this.#streams = streams
    exchange.onOver = () => {
      if (!exchange.isAborted) return
      outcome.resolve()
      this.#controller?.abort(new Error('the client left'))
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#exchange.isOver) controller.abort(new Error('the client left'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, given: IncomingHttpHeaders): void {
    // Provisional responses are hop-by-hop.
    if (status < 200) return
    if (status === 503 && isListening(this.#exchange)) {
      this.#refuse()
      return
    }
    const headers = tagAnswer(given, this.#exchange)
    this.#announced = Number(headers['content-length'])
    this.#noteAnswer(status, headers)
    if (status === 429) this.#exchange.limitHeaders = limitHeadersOf(headers)
    const { res, requestId, moreHeaders, conversion } = this.#exchange
    this.#held = holdAnswer(conversion, status, headers)
    if (this.#held) return
    res.writeHead(status, answerHeaders(headers, requestId, moreHeaders))
    // A stream may stay silent for long: send the headers so that its reader knows it has started.
    if (Number.isNaN(this.#announced)) res.flushHeaders()
    this.#outcome.resolve()
    if (headers['content-type']?.startsWith(EVENT_STREAM)) this.#keepStream()
  }

  /** The service cannot stream at the moment. */
  #refuse(): void {
    this.#outcome.reject(new ProblemError('service_unavailable', 'The service cannot stream at the moment.'))
    this.#controller?.abort(new Error('the stream was refused'))
  }

  /** Ends the stream when its credential or the gateway does. */
  #keepStream(): void {
    const { caller, req, res } = this.#exchange
    const end = () => {
      res.end()
      this.#controller?.abort(new Error('the stream was ended'))
    }
    res.once('close', this.#streams.add({ caller, headers: req.headers, end }))
  }

  /** Notes what the request record needs. */
  #noteAnswer(status: number, headers: IncomingHttpHeaders): void {
    const exchange = this.#exchange
    exchange.auditNote = headers[AUDIT_HEADER] as string | undefined
    // The location of a redirect may hold a secret.
    exchange.location = status === 201 ? headers.location : undefined
    exchange.isReplayed = headers['idempotent-replayed'] === 'true'
    if (status >= 400 && headers['content-type']?.startsWith(PROBLEM)) this.#problem = []
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { res } = this.#exchange
    if (res.writableEnded) return
    this.#exchange.bytesOut += chunk.length
    if (this.#problem && this.#exchange.bytesOut <= MAX_PROBLEM_BYTES) {
      this.#problem.push(chunk)
      this.#exchange.code = codeOf(this.#problem)
    }
    if (this.#held) {
      this.#held.add(chunk)
      return
    }
    if (chunk.length === this.#announced && chunk.length <= ONE_WRITE_BYTES) {
      res.end(chunk.toString('latin1'), 'latin1')
      return
    }
    if (res.write(chunk)) return
    controller.pause()
    res.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    if (this.#exchange.res.writableEnded) return
    if (this.#held) this.#held.send(this.#exchange)
    else this.#exchange.res.end()
    // Nothing more comes: a held answer has begun only now.
    this.#outcome.resolve()
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error & { code?: string }): void {
    const exchange = this.#exchange
    if (exchange.isOver || exchange.res.writableEnded) return
    exchange.failure = error.code ?? error.name
    if (error.code === 'UND_ERR_INVALID_ARG') {
      this.#outcome.reject(new ProblemError('malformed_request', 'The request cannot be forwarded.'))
    } else if (exchange.res.headersSent) {
      // Half an answer must not look complete.
      exchange.res.destroy()
    } else {
      this.#outcome.reject(new UpstreamError(error, this.#controller !== undefined))
    }
  }
}

/** The answer to a client of an older version: read whole, converted, then sent. Others are streamed. */
class HeldAnswer {
  readonly #status: number
  readonly #headers: IncomingHttpHeaders
  readonly #convert: (body: unknown) => unknown
  readonly #chunks: Buffer[] = []

  constructor(status: number, headers: IncomingHttpHeaders, convert: (body: unknown) => unknown) {
    this.#status = status
    this.#headers = headers
    this.#convert = convert
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  send(exchange: Exchange): void {
    const { res, req, requestId, moreHeaders } = exchange
    const text = this.#text()
    const { 'content-length': _, ...headers } = this.#headers
    // The length of an answer to HEAD would be that of the newest version.
    const length = req.method === 'HEAD' ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    exchange.bytesOut = req.method === 'HEAD' ? 0 : Buffer.byteLength(text)
    res.writeHead(this.#status, answerHeaders({ ...headers, ...length }, requestId, moreHeaders))
    res.end(text)
  }

  #text(): string {
    const text = Buffer.concat(this.#chunks).toString()
    if (text === '') return text
    return JSON.stringify(this.#convert(JSON.parse(text)))
  }
}

/** Holds an answer that its client's version has in another form; undefined: it is the same in all versions. */
function holdAnswer(
  conversion: Conversion | undefined,
  status: number,
  headers: IncomingHttpHeaders,
): HeldAnswer | undefined {
  if (!conversion || headers['content-encoding'] !== undefined) return undefined
  const type = headers['content-type'] ?? ''
  if (type.startsWith(PROBLEM))
    return new HeldAnswer(status, headers, (body) => conversion.problem(body as JsonObject))
  const isConverted = conversion.changesAnswers && status < 300 && type.startsWith('application/json')
  return isConverted ? new HeldAnswer(status, headers, conversion.answer) : undefined
}

/** The error code of a problem; undefined until it is complete. */
function codeOf(chunks: readonly Buffer[]): ErrorCode | undefined {
  try {
    const { code } = JSON.parse(Buffer.concat(chunks).toString())
    return Object.hasOwn(ERROR_CODES, code) ? code : undefined
  } catch {
    return undefined
  }
}
