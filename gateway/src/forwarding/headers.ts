import type { IncomingHttpHeaders } from 'node:http'
import { TEST_CLOCK_HEADER, VERSION_HEADER } from '@usher/contracts'
import {
  AUDIT_HEADER,
  CALLER_HEADER,
  CLIENT_ADDRESS_HEADER,
  DEVICE_HEADER,
  SESSION_HEADER,
} from '@usher/service-kit'
import { ownHeaders } from '../http/own-headers.ts'

/** The only client headers that services receive. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
  'user-agent',
  TEST_CLOCK_HEADER,
  // Signatures of callbacks: Standard Webhooks 1.0, and Twilio's own.
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-twilio-signature',
  // Metadata of Google Calendar push notifications.
  'x-goog-channel-id',
  'x-goog-channel-token',
  'x-goog-resource-id',
  'x-goog-resource-state',
] as const

/** Additional headers for the OAuth server: client credentials, cookies, and the page's origin. */
const PASSED_THROUGH = [
  ...PASSED_ON,
  'authorization',
  'cookie',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
] as const

interface Introduction {
  /** Signed token of the caller. */
  readonly token: string
  readonly requestId: string
  readonly traceparent: string
  /** Encodings that the client accepts, if the answer may be compressed. */
  readonly codings?: string | undefined
  /** Client address, for services that need it. */
  readonly clientAddress?: string | undefined
  /** Signed token of the signed-in member, on operations that need no credential. */
  readonly session?: string | undefined
  /** Device token of the browser, for the operation that needs it. */
  readonly device?: string | undefined
  /** Dated version of the request: streams are in it, and new webhook endpoints get it. */
  readonly version?: string | undefined
  /** Whether the service handles credentials and cookies itself. */
  readonly isPassedThrough: boolean
}

/** Headers of a request to a service: name, value, name, value. */
export function requestHeaders(client: IncomingHttpHeaders, introduction: Introduction): string[] {
  const headers = [
    CALLER_HEADER,
    introduction.token,
    'x-request-id',
    introduction.requestId,
    'traceparent',
    introduction.traceparent,
  ]
  if (introduction.codings !== undefined) headers.push('accept-encoding', introduction.codings)
  if (introduction.clientAddress !== undefined)
    headers.push(CLIENT_ADDRESS_HEADER, introduction.clientAddress)
  if (introduction.session !== undefined) headers.push(SESSION_HEADER, introduction.session)
  if (introduction.device !== undefined) headers.push(DEVICE_HEADER, introduction.device)
  if (introduction.version !== undefined) headers.push(VERSION_HEADER, introduction.version)
  for (const name of introduction.isPassedThrough ? PASSED_THROUGH : PASSED_ON) {
    const value = client[name]
    if (typeof value === 'string') headers.push(name, value)
  }
  return headers
}

/** Response headers that end at the gateway: hop-by-hop ones (RFC 9110 §7.6.1) and its own. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'cache-control',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  CALLER_HEADER,
  AUDIT_HEADER,
])

/** Rate limit fields of a service's refusal. They replace the gateway's, whose limits did not refuse. */
export const limitHeadersOf = (service: IncomingHttpHeaders): readonly string[] =>
  ['ratelimit-policy', 'ratelimit'].flatMap((name) => {
    const value = service[name]
    return typeof value === 'string' ? [name, value] : []
  })

type HeaderList = (string | string[])[]

/**
 * Headers of an answer to a client: the gateway's own and the service's.
 *
 * @param more headers of this answer beyond the usual ones: name, value, name, value
 */
export function answerHeaders(
  service: IncomingHttpHeaders,
  requestId: string,
  more: readonly string[] = [],
): HeaderList {
  const isPage = service['content-security-policy'] !== undefined
  const headers: HeaderList = ownHeaders(requestId, more, isPage)
  const caching = service['cache-control']
  // Only the client itself may cache an answer, and only if its service says so.
  if (caching?.startsWith('private')) headers[headers.indexOf('cache-control') + 1] = caching
  const named = connectionOptions(service.connection)
  for (const name in service) {
    const value = service[name]
    if (value !== undefined && !NOT_PASSED_ON.has(name) && !named?.includes(name)) headers.push(name, value)
  }
  return headers
}

/** Headers that Connection declares hop-by-hop. */
function connectionOptions(connection: string | undefined): string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  return connection.toLowerCase().split(/[\s,]+/)
}
