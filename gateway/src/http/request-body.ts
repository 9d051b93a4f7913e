import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { MAX_BODY_BYTES, ProblemError } from '@usher/service-kit'
import type { BodyAccount } from '../overload/body-budget.ts'

/** How much of an unwanted body is read and thrown away, so that its sender gets to read the answer. */
const DISCARDED_BYTES = 1_000_000

/**
 * Largest body, in bytes, where no credential is known: the longest that a guest, a form or an OAuth client sends has
 * about 4 kB (long names in four-byte characters, percent-encoded; a signed assertion).
 */
export const MAX_OPEN_BODY_BYTES = 16_000

/** Whether a request has a body (RFC 9112 §6). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/** The bodies being read, by their connections, and how to give them up. */
const reading = new WeakMap<Duplex, () => void>()

/**
 * Reads the whole body of a request, which is small by the limit, before a service is bothered: a slow
 * sender holds no connection of a service, and one that is cut off or too large never reaches it.
 *
 * @param account is charged for it until the answer is over
 * @param most bytes it may have
 * @throws ProblemError `payload_too_large`, at once where the length is declared; `unsupported_media_type` for a body
 * that is compressed; `overloaded` or `rate_limited` when there is no memory for it
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  account: BodyAccount,
  most = MAX_BODY_BYTES,
): Promise<Buffer> {
  requireNoCoding(req)
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooLarge(most)
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
        if (size > most) throw tooLarge(most)
        account.take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        giveUp()
        reject(error)
      }
    })
    req.on('end', () => {
      // Another request may have begun on the connection already.
      if (reading.get(req.socket) === giveUp) reading.delete(req.socket)
      if (!isOver) resolve(Buffer.concat(chunks))
    })
  })
}

/**
 * Refuses compressed bodies, and says so in `Accept-Encoding` (RFC 9110 §12.5.3): none of 100 kB needs it, and of what
 * one holds unpacked no limit on its bytes tells.
 */
function requireNoCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() === 'identity') return
  throw new ProblemError('unsupported_media_type', 'Send the body without content encoding.', {
    headers: { 'accept-encoding': 'identity' },
  })
}

/** Gives up the body that is being read from a connection, if any, and its memory: what comes yet is ignored. */
export const giveUpBody = (socket: Duplex): void => reading.get(socket)?.()

/** Throws away what remains of a refused request's body; whoever sends much too much is cut off. */
export function discardBody(req: IncomingMessage): void {
  let left = DISCARDED_BYTES
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) req.destroy()
  })
}

const tooLarge = (most: number) =>
  new ProblemError('payload_too_large', `Bodies are at most ${most / 1000} kB here.`)
