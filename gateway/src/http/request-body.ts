import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES, ProblemError } from '@usher/service-kit'
import type { BodyBudget } from '../overload/body-budget.ts'
import { overloaded } from '../overload/overloaded.ts'

/** How much of an unwanted body is read and thrown away, so that its sender gets to read the answer. */
const DISCARDED_BYTES = 1_000_000

/** Whether a request has a body (RFC 9112 §6). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/**
 * Reads the whole body of a request, which is small by the limit, before a service is bothered: a slow
 * sender holds no connection of a service, and one that is cut off or too large never reaches it.
 *
 * @throws ProblemError `payload_too_large`, at once where the length is declared; `overloaded` when there is no memory for it
 */
export function readBody(req: IncomingMessage, res: ServerResponse, bodies: BodyBudget): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if (req.headers.expect !== undefined) res.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const take = bodies.open(res)
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) reject(tooLarge())
      else if (!take(chunk.length)) reject(overloaded())
      else chunks.push(chunk)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
  })
}

/** Throws away what remains of a refused request's body; whoever sends much too much is cut off. */
export function discardBody(req: IncomingMessage): void {
  let left = DISCARDED_BYTES
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) req.destroy()
  })
}

const tooLarge = () => new ProblemError('payload_too_large', 'Bodies are at most 100 kB.')
