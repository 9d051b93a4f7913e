import { type Logger, ProblemError, sendProblem } from '@usher/service-kit'
import { Refusal } from '../credentials/refusals.ts'
import { sendReconnect } from './come-back.ts'
import type { Exchange } from './exchange.ts'
import { setOwnHeaders } from './own-headers.ts'
import { discardBody, hasBody } from './request-body.ts'

interface Context {
  readonly log: Logger
  /** Whether there is a sign-in page. */
  readonly hasDashboard: boolean
}

/**
 * Answers with the problem of a request; an unexpected error is detailed only in the log. Browsers without a session
 * are redirected to sign in, and stream clients are asked to reconnect after a temporary problem.
 */
export function refuse(exchange: Exchange, error: unknown, { log, hasDashboard }: Context): void {
  const { req, res, requestId } = exchange
  if (exchange.isOver) return
  if (res.headersSent) {
    res.destroy()
    return
  }
  setOwnHeaders(res, requestId, exchange.moreHeaders)
  const signIn = hasDashboard ? signInFirst(exchange, error) : undefined
  if (signIn !== undefined) {
    res.writeHead(302, { location: signIn, vary: 'accept', 'content-length': 0 }).end()
    return
  }
  if (error instanceof Refusal) res.setHeader('www-authenticate', error.challenge)
  const problem = toProblem(error, requestId, log)
  if (sendReconnect(exchange, problem)) return
  sendProblem(res, problem, exchange.path, requestId)
  exchange.code = problem.code
  exchange.bytesOut = req.method === 'HEAD' ? 0 : Number(res.getHeader('content-length'))
  if (hasBody(req)) discardBody(req)
}

function toProblem(error: unknown, requestId: string, log: Logger): ProblemError {
  if (error instanceof ProblemError) return error
  log.error({ err: error, request_id: requestId }, 'a request failed')
  return new ProblemError('internal_error', 'Something went wrong on our side.')
}

/**
 * Redirect for a browser without a session that opens an operation leading to another page: the sign-in page, which
 * then returns to the requested path of this origin.
 *
 * @returns undefined if the refusal itself is the answer, as for programs
 */
function signInFirst({ req, operation }: Exchange, error: unknown): string | undefined {
  const isForPeople = operation !== undefined && 'redirects' in operation && operation.redirects
  if (!isForPeople || !(error instanceof Refusal) || error.code !== 'unauthorized') return undefined
  if (req.headers.authorization !== undefined || req.accepts('json', 'html') !== 'html') return undefined
  const { pathname, search } = new URL(req.url, 'http://localhost')
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`
}
