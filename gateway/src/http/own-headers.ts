import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Headers that the gateway gives every answer: security, no storing, and the request id, which comes last. */
const OWN_HEADERS: readonly string[] = [
  ...SECURITY_HEADERS.flat(),
  'cache-control',
  'no-store',
  'x-request-id',
]

/** The gateway's headers as a new list: name, value, name, value. */
export function ownHeaders(requestId: string): string[] {
  const headers = OWN_HEADERS.slice()
  headers.push(requestId)
  return headers
}

/** Sets the gateway's headers on an answer that is not forwarded. */
export function setOwnHeaders(res: ServerResponse, requestId: string): void {
  const headers = ownHeaders(requestId)
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] ?? '', headers[i + 1] ?? '')
}
