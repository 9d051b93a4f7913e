import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { MAX_BODY_BYTES, ProblemError } from '@usher/service-kit'
import type { BodyAccount } from '../overload/body-budget.ts'

/** How much of an unwanted body to read and discard, in bytes, so that its sender gets to read the answer. */
const DISCARDED_BYTES = 1_000_000

/**
 * Largest body without a credential, in bytes: the longest that a guest, a form or an OAuth client sends has about 4
 * kB (long names in four-byte characters, percent-encoded; a signed assertion).
 */
export const MAX_OPEN_BODY_BYTES = 16_000

/** Whether a request has a body (RFC 9112 §6). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/** Whether a request says that its body is JSON: media types are spelled in any case (RFC 9110 §8.3.1). */
export const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/json') ?? false

/** How to abort the body being read on a connection. */
const reading = new WeakMap<Duplex, () => void>()

/**
 * Reads the whole body of a request, small by the limit, before forwarding: a slow sender holds no connection to a
 * service, and a body that is cut off or too large never reaches one.
 *
 * @param account is charged for it until the answer is over
 * @param max largest size in bytes
 * @throws ProblemError `payload_too_large`, at once if the length is declared; `unsupported_media_type` for a
 * compressed body; `overloaded` or `rate_limited` if there is no memory for it
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  account: BodyAccount,
  max = MAX_BODY_BYTES,
): Promise<Buffer> {
  requireNoCoding(req)
  if (Number(req.headers['content-length'] ?? 0) > max) throw tooLarge(max)
  if (req.headers.expect !== undefined) res.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isOver = false
    const giveUp = () => {
      isOver = true
      chunks.length = 0
      account.close()
    }
    reading.set(req.socket, giveUp)
    res.once('close', account.close)
    req.on('data', (chunk: Buffer) => {
      if (isOver) return
      size += chunk.length
      try {
        if (size > max) throw tooLarge(max)
        account.take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        giveUp()
        reject(error)
      }
    })
    req.on('end', () => {
      // Another request may have started on the connection.
      if (reading.get(req.socket) === giveUp) reading.delete(req.socket)
      if (!isOver) resolve(Buffer.concat(chunks))
    })
  })
}

/**
 * Refuses compressed bodies, and says so in `Accept-Encoding` (RFC 9110 §12.5.3): below 100 kB none needs
 * compression, and a limit on compressed bytes does not bound the unpacked size.
 */
function requireNoCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() === 'identity') return
  throw new ProblemError('unsupported_media_type', 'Send the body without content encoding.', {
    headers: { 'accept-encoding': 'identity' },
  })
}

/** Aborts the body being read on a connection, if any, and frees its memory; later bytes are ignored. */
export const giveUpBody = (socket: Duplex): void => reading.get(socket)?.()

/** Discards the rest of a refused request's body; cuts off senders of far too much. */
export function discardBody(req: IncomingMessage): void {
  let left = DISCARDED_BYTES
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) req.destroy()
  })
}

const tooLarge = (max: number) =>
  new ProblemError('payload_too_large', `Bodies are at most ${max / 1000} kB here.`)
