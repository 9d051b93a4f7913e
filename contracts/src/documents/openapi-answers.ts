import { isPlatform, type Operation } from '../operation.ts'
import { OPERATIONS } from '../operations/index.ts'
import { ERROR_CODES, type ErrorCode } from '../problem.ts'
import type { RecordedExamples } from './openapi-examples.ts'
import { answerHeaders, answersNotModified } from './openapi-headers.ts'
import type { DocumentSchemas, Json } from './schemas.ts'

/** Errors of every operation. */
const COMMON_ERRORS: ErrorCode[] = [
  'malformed_request',
  'validation_failed',
  'unknown_version',
  'version_ended',
  'request_timeout',
  'payload_too_large',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'overloaded',
]
const WRITE_ERRORS: ErrorCode[] = ['malformed_json', 'unsupported_media_type']
const CREDENTIAL_ERRORS: ErrorCode[] = ['unauthorized', 'insufficient_scope', 'forbidden', 'mode_mismatch']

/** Describes a failure that people see only as a page. */
export const FAILURE_PAGE = 'A page says why'

/** All answers of an operation, by status. */
export const answersOf = (operation: Operation, schemas: DocumentSchemas): Json => ({
  [operation.status]: success(operation, schemas),
  ...(answersNotModified(operation) && {
    304: { description: 'Nothing has changed', headers: answerHeaders(operation, 304) },
  }),
  ...(operation.redirects && {
    302: { description: 'A browser is sent on', headers: answerHeaders(operation, 302) },
  }),
  ...failures(operation),
})

function success(operation: Operation, schemas: DocumentSchemas): Json {
  const headers = answerHeaders(operation, operation.status)
  if (!operation.answer) return { description: 'Done', headers }
  if (operation.media) {
    const text = { schema: { type: 'string' } }
    const content = Object.fromEntries(operation.media.map((type) => [type, text]))
    return { description: operation.summary, headers, content }
  }
  const schema = schemas.of(operation.answer, 'output')
  const other = operation.alsoAnswers && { [operation.alsoAnswers]: { schema: { type: 'string' } } }
  return { description: operation.summary, headers, content: { 'application/json': { schema }, ...other } }
}

function failures(operation: Operation): Record<string, Json> {
  const byStatus = Map.groupBy(errorsOf(operation), (code): number => ERROR_CODES[code][0])
  const pages = operation.failurePages ?? []
  return Object.fromEntries(
    [...new Set([...byStatus.keys(), ...pages])].map((status) => {
      const codes = byStatus.get(status) ?? []
      const description = codes.join(', ') || FAILURE_PAGE
      const content = { ...(codes.length > 0 && problems(codes)), ...(pages.includes(status) && PAGE) }
      return [status, { description, headers: answerHeaders(operation, status), content }]
    }),
  )
}

const PAGE = { 'text/html': { schema: { type: 'string' } } }

function problems(codes: readonly ErrorCode[]): Json {
  const schema = { $ref: '#/components/schemas/Problem' }
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return { 'application/problem+json': { schema, examples } }
}

function errorsOf({ scope, method, path, errors }: Operation): Set<ErrorCode> {
  const isWrite = method !== 'get'
  return new Set([
    ...COMMON_ERRORS,
    ...(isWrite ? WRITE_ERRORS : []),
    ...(scope === null ? [] : CREDENTIAL_ERRORS),
    ...(isWrite && scope !== null ? (['csrf_failed'] as const) : []),
    ...(isPlatform(path) ? (['early_access_required'] as const) : []),
    ...errors,
  ])
}

/** An example of each problem, as components. */
export function problemExamples({ problems }: RecordedExamples): Json {
  const answered = new Set(OPERATIONS.flatMap((operation) => [...errorsOf(operation)]))
  return Object.fromEntries(
    [...answered].map((code) => [code, { value: problems.get(code) ?? exampleProblem(code) }]),
  )
}

function exampleProblem(code: ErrorCode): Json {
  const [status, title] = ERROR_CODES[code]
  const type = `urn:usher:problem:${code}`
  return { type, title, status, instance: '/…', code, request_id: 'req_1f0c2b7a' }
}
