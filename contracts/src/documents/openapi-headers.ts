import { MODES } from '../mode.ts'
import { EVENT_STREAM, isByMode, type Operation } from '../operation.ts'
import { SCOPES } from '../scopes.ts'
import { API_VERSIONS, NEWEST_API_VERSION } from '../versions/api-versions.ts'
import type { Json } from './schemas.ts'

const text = { type: 'string' }

const requestHeader = (name: string, description: string, schema: Json = text): Json => ({
  name,
  in: 'header',
  description,
  schema,
})

const CSRF = requestHeader('x-csrf-token', 'The csrf_token of the session; an API key needs none')

/** Header parameters, as components. */
export const REQUEST_HEADERS = {
  RequestId: requestHeader(
    'X-Request-Id',
    'An id of your own for the request: 1 to 100 letters, digits, dots, hyphens and underscores. Any other is not refused: the request gets a new one',
  ),
  UsherVersion: requestHeader(
    'Usher-Version',
    'The dated version of the API to be served in; without it that of the credential',
    { type: 'string', enum: API_VERSIONS.map(({ id }) => id), examples: [NEWEST_API_VERSION] },
  ),
  UsherMode: requestHeader(
    'Usher-Mode',
    'In a session: whether live or test data is meant; without it live. A key or a token opens the data of one mode, and is refused where this names the other',
    { type: 'string', enum: [...MODES] },
  ),
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Makes the request safe to repeat: for 24 hours the same key and request get the first answer again',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  ),
  IfMatch: requestHeader('If-Match', 'An ETag: the write is refused where the resource was changed since'),
  IfNoneMatch: requestHeader('If-None-Match', 'An ETag: answered 304 where nothing has changed since'),
  LastEventId: requestHeader(
    'Last-Event-ID',
    'The id of the last event that you had: the stream goes on from there',
  ),
  CsrfToken: CSRF,
  SessionCsrfToken: { ...CSRF, required: true, description: 'The csrf_token of the session' },
}

const answerHeader = (description: string, example: string, required = false): Json => ({
  description,
  ...(required && { required }),
  schema: text,
  example,
})

/** Response headers, as components; `required` if every answer has it. */
export const ANSWER_HEADERS = {
  'X-Request-Id': answerHeader('The id of the request, yours or a new one', 'req_1f0c2b7a', true),
  RateLimit: answerHeader(
    'How many more requests there may be (r) and for how many seconds that holds (t), of the limit that is nearest',
    '"credential";r=99;t=1',
  ),
  'RateLimit-Policy': answerHeader(
    'The limit: requests (q) in a window of seconds (w), or streams open at the same time (q, without w)',
    '"credential";q=600;w=60',
  ),
  'Usher-Version': answerHeader(
    'The dated version of the API that was served; absent where the request was refused before it was known',
    NEWEST_API_VERSION,
  ),
  Deprecation: answerHeader(
    'Since when the version is deprecated, in seconds since 1970 (RFC 9745); only where it is',
    '@1796083200',
  ),
  Sunset: answerHeader(
    'When the version ends (RFC 8594); only where that is decided',
    'Thu, 01 Jun 2028 00:00:00 GMT',
  ),
  ETag: answerHeader('The version of the resource, for If-Match', '"3.12"', true),
  Location: answerHeader('Path of what was created', '/v1/queues/q_01h455vb4pex5vsknk084sn02q', true),
  Link: answerHeader(
    'The next page, where there is one, and the guide on versions where one ends (RFC 8288)',
    '<?limit=25&cursor=…>; rel="next"',
  ),
  'Set-Cookie': answerHeader('The session cookie', 'usher_session=…; Path=/; HttpOnly; SameSite=Lax', true),
  'Idempotent-Replayed': answerHeader('Says that the answer was given before', 'true'),
  'Retry-After': answerHeader('Seconds after which it is worth trying again', '2'),
  'WWW-Authenticate': answerHeader('The credential that is wanted (RFC 6750)', 'Bearer realm="usher"'),
} as const

type HeaderName = keyof typeof ANSWER_HEADERS

export const honoursIdempotencyKey = ({ errors }: Operation): boolean =>
  errors.includes('idempotency_mismatch')

const isTagged = ({ headers }: Operation): boolean => headers?.includes('ETag') ?? false

/** Whether a client with the current version gets 304. */
export const answersNotModified = (operation: Operation): boolean =>
  operation.method === 'get' && isTagged(operation)

/** The header parameters of an operation. */
export function requestHeaders(operation: Operation): Json[] {
  const { method, scope, errors } = operation
  const names: (keyof typeof REQUEST_HEADERS)[] = ['RequestId', 'UsherVersion']
  if (scope !== null && isByMode(operation)) names.push('UsherMode')
  if (method !== 'get' && scope !== null) names.push(scope in SCOPES ? 'CsrfToken' : 'SessionCsrfToken')
  if (honoursIdempotencyKey(operation)) names.push('IdempotencyKey')
  if (errors.includes('precondition_failed')) names.push('IfMatch')
  if (answersNotModified(operation)) names.push('IfNoneMatch')
  if (operation.media?.includes(EVENT_STREAM)) names.push('LastEventId')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The possible headers of an operation's answer. */
export function answerHeaders(operation: Operation, status: number): Json {
  const names: HeaderName[] = [
    ...(['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Usher-Version'] as const),
    ...(['Deprecation', 'Sunset', 'Link'] as const),
  ]
  if (status < 300) names.push(...successHeaders(operation))
  if (status === 302) names.push('Location')
  if (status === 304) names.push('ETag')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (operation.scope !== null && (status === 401 || status === 403)) names.push('WWW-Authenticate')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function successHeaders(operation: Operation): HeaderName[] {
  const names: HeaderName[] = [...(operation.headers ?? [])]
  if (operation.status === 201) names.push('Location')
  if (honoursIdempotencyKey(operation)) names.push('Idempotent-Replayed')
  return names
}
