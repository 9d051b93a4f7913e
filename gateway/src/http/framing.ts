import type { IncomingMessage } from 'node:http'
import { ProblemError } from '@usher/service-kit'

/**
 * Refuses requests that a proxy in front may parse differently than we do: more than one `Host` (RFC 9112 §3.2) or
 * `Authorization` (RFC 9110 §5.3), a transfer coding other than chunked, or one in HTTP/1.0 (RFC 9112 §6.1). Node
 * accepts them.
 *
 * @throws ProblemError `malformed_request`
 */
export function requireClearFraming({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): void {
  let hosts = 0
  let credentials = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1
  }
  if (hosts > 1) throw new ProblemError('malformed_request', 'Send one Host header.')
  if (credentials > 1) throw new ProblemError('malformed_request', 'Send one Authorization header.')
  const coding = headers['transfer-encoding']
  if (coding === undefined) return
  if (coding.toLowerCase() !== 'chunked' || httpVersionMinor === 0)
    throw new ProblemError('malformed_request', 'The only supported transfer coding is chunked, in HTTP/1.1.')
}
