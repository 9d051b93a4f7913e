import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_CODES } from '@usher/contracts'
import { ProblemError, problemBody } from '@usher/service-kit'
import { ownHeaders } from './own-headers.ts'
import { giveUpBody } from './request-body.ts'
import { requestIdOf } from './request-context.ts'

/** How long a client has to read the answer before its connection is destroyed, in ms. */
const LINGER_MS = 1_000

/** Answers requests that are not HTTP, too slow or have too large headers: they never become an exchange. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    giveUpBody(socket)
    // Part of an answer may already be sent; more would garble it.
    const isAnswered = (socket as { bytesWritten?: number }).bytesWritten !== 0
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy()
    else hangUp(socket, rawAnswer(problemOf(error.code)))
  })
}

/** Answers and ends the connection, whether or not the client ever closes it. */
function hangUp(socket: Duplex, answer: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end(answer)
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('headers_too_large', 'Send fewer or shorter headers.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('request_timeout', 'Send the request faster.')
  return new ProblemError('malformed_request', 'The request could not be read.')
}

function rawAnswer(problem: ProblemError): string {
  const requestId = requestIdOf(undefined)
  const [status] = ERROR_CODES[problem.code]
  const body = JSON.stringify(problemBody(problem, '', requestId))
  const own = ownHeaders(requestId)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'connection: close']
  for (let i = 0; i < own.length; i += 2) lines.push(`${own[i]}: ${own[i + 1]}`)
  lines.push('content-type: application/problem+json', `content-length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
