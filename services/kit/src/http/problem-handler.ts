import { ERROR_CODES, type Problem } from '@usher/contracts'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { methodNotAllowed, ProblemError } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import { isMongoUnavailable } from '../store/connection.ts'
import { AUDIT_HEADER, encodeAuditNote } from './audit-note.ts'

const SHORT_OUTAGE_SECONDS = 2

/** Faults reported at most: an answer must not be many times the size of the request. */
const MAX_ERRORS = 100

/** Sends an error: RFC 9457 problem details, and `Retry-After` if waiting helps. */
export function sendProblem(res: Response, problem: ProblemError, instance: string, requestId: string): void {
  res.status(ERROR_CODES[problem.code][0])
  const { retryAfterSeconds, headers = {} } = problem.options
  res.set(headers)
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
  res.type('application/problem+json').send(JSON.stringify(problemBody(problem, instance, requestId)))
}

/** The problem details of an error. `instance` is the path of the request. */
export function problemBody(
  { code, message, options }: ProblemError,
  instance: string,
  requestId: string,
): Problem {
  const [status, title] = ERROR_CODES[code]
  return {
    type: `urn:usher:problem:${code}`,
    title,
    status,
    detail: message,
    instance,
    code,
    request_id: requestId,
    ...options.extensions,
    ...(options.errors && { errors: options.errors.slice(0, MAX_ERRORS) }),
  }
}

export const unknownRoute: RequestHandler = () => {
  throw new ProblemError('not_found', 'There is nothing at this address.')
}

const READS = 'GET, HEAD, OPTIONS'

/** Answers 405 to methods other than GET and HEAD on read-only resources. */
export const onlyReads: RequestHandler = ({ method }, res) => {
  if (method !== 'OPTIONS') throw methodNotAllowed(READS)
  res.status(204).set('allow', READS).end()
}

/** Turns whatever a handler threw into a problem; an unexpected error reveals nothing. */
export function problemHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error)
    const requestId = req.get('x-request-id') ?? ''
    const problem = toProblem(error)
    if (problem.code === 'internal_error')
      log.error({ err: error, request_id: requestId }, 'a request failed')
    else if (problem.code === 'service_unavailable')
      log.warn({ err: error, request_id: requestId }, 'a request was refused')
    const { audit } = problem.options
    if (audit) res.set(AUDIT_HEADER, encodeAuditNote(audit))
    sendProblem(res, problem, req.path, requestId)
  }
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (isMongoUnavailable(error)) {
    return new ProblemError('service_unavailable', 'The database cannot be reached.', {
      retryAfterSeconds: SHORT_OUTAGE_SECONDS,
    })
  }
  return bodyProblem(error) ?? new ProblemError('internal_error', 'Something went wrong on our side.')
}

/** Rejections by express.json and the router, recognised by the `type` and status they set. */
function bodyProblem(error: unknown): ProblemError | undefined {
  const { type, status } = (error ?? {}) as { type?: string; status?: number }
  if (type === 'entity.too.large') return new ProblemError('payload_too_large', 'Bodies are at most 100 kB.')
  if (type === 'parameters.too.many')
    return new ProblemError('payload_too_large', 'The form has too many fields.')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new ProblemError('unsupported_media_type', 'Send JSON in UTF-8, without content encoding.')
  }
  if (status !== 400) return undefined
  if (error instanceof URIError || !type)
    return new ProblemError('not_found', 'There is nothing at this address.')
  return new ProblemError('malformed_json', 'The body could not be read as JSON.')
}
