import type { IncomingHttpHeaders } from 'node:http'
import {
  AUDIT_HEADER,
  CALLER_HEADER,
  CLIENT_ADDRESS_HEADER,
  DEVICE_HEADER,
  SESSION_HEADER,
} from '@usher/service-kit'
import { ownHeaders } from '../http/own-headers.ts'

/** The only headers of a client that a service gets to see. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
  'user-agent',
  // Signatures of callbacks: Standard Webhooks 1.0, and Twilio's own.
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-twilio-signature',
  // What push notifications of Google Calendar tell.
  'x-goog-channel-id',
  'x-goog-channel-token',
  'x-goog-resource-id',
  'x-goog-resource-state',
] as const

/** What the OAuth server sees besides: credentials of clients, cookies of people, and where a page is from. */
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
  /** Which codings of the answer the client takes, where it may be compressed. */
  readonly codings?: string | undefined
  /** Address of the client, for the service that asks for it. */
  readonly clientAddress?: string | undefined
  /** Signed token of the member who is signed in, where no credential is needed. */
  readonly session?: string | undefined
  /** Token of the browser's device cookie, for the operation that hears of it. */
  readonly device?: string | undefined
  /** Whether the service itself deals with credentials and cookies. */
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
  for (const name of introduction.isPassedThrough ? PASSED_THROUGH : PASSED_ON) {
    const value = client[name]
    if (typeof value === 'string') headers.push(name, value)
  }
  return headers
}

/** Headers of a service's answer that end at the gateway: those of the connection (RFC 9110 §7.6.1) and its own. */
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

type HeaderList = (string | string[])[]

/**
 * Headers of an answer to a client: the gateway's own and those of the service.
 *
 * @param limits header fields of the rate limits: name, value, name, value
 */
export function answerHeaders(
  service: IncomingHttpHeaders,
  requestId: string,
  limits: readonly string[] = [],
): HeaderList {
  const isPage = service['content-security-policy'] !== undefined
  const headers: HeaderList = ownHeaders(requestId, limits, isPage)
  const caching = service['cache-control']
  // Only the client itself may keep an answer, and only where its service says so.
  if (caching?.startsWith('private')) headers[headers.indexOf('cache-control') + 1] = caching
  const named = connectionOptions(service.connection)
  for (const name in service) {
    const value = service[name]
    if (value !== undefined && !NOT_PASSED_ON.has(name) && !named?.includes(name)) headers.push(name, value)
  }
  return headers
}

/** Names of headers that the connection header declares to be of this hop only. */
function connectionOptions(connection: string | undefined): string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  return connection.toLowerCase().split(/[\s,]+/)
}
