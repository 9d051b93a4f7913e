import type { IncomingHttpHeaders } from 'node:http'
import type { Conversion, JsonObject } from '@usher/contracts'
import type { Exchange } from '../http/exchange.ts'
import { answerHeaders } from './headers.ts'

/** The answer to a client of an older version: read whole, converted, then sent. Others are streamed. */
export class HeldAnswer {
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
export function holdAnswer(
  conversion: Conversion | undefined,
  status: number,
  headers: IncomingHttpHeaders,
): HeldAnswer | undefined {
  if (!conversion || headers['content-encoding'] !== undefined) return undefined
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/problem+json'))
    return new HeldAnswer(status, headers, (body) => conversion.problem(body as JsonObject))
  const isConverted = conversion.changesAnswers && status < 300 && type.startsWith('application/json')
  return isConverted ? new HeldAnswer(status, headers, conversion.answer) : undefined
}
