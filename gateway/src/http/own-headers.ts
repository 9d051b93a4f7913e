import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Security headers of every answer: those of helmet that the OWASP REST Security Cheat Sheet names for an API,
 * without those for pages and old browsers, as each costs every request. They never vary, so helmet is run once.
 */
function securityHeaders(): string[] {
  const headers: string[] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push(name.toLowerCase(), value),
    removeHeader: () => {},
  }
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** Headers of every answer: security, no storing, and the request id, which comes last. */
const OWN_HEADERS: readonly string[] = [...securityHeaders(), 'cache-control', 'no-store', 'x-request-id']

/** The same for a page, which has a Content-Security-Policy of its own. */
const PAGE_HEADERS = OWN_HEADERS.filter((_, i) => {
  const name = OWN_HEADERS[i - (i % 2)]
  return name !== 'content-security-policy'
})

/**
 * A new list of the gateway's headers: name, value, name, value.
 *
 * @param more headers of this answer beyond the usual ones, in the same form
 * @param isPage whether a service answers with a page and its own Content-Security-Policy
 */
export function ownHeaders(requestId: string, more: readonly string[] = [], isPage = false): string[] {
  const headers = isPage ? PAGE_HEADERS.slice() : OWN_HEADERS.slice()
  headers.push(requestId)
  for (const text of more) headers.push(text)
  return headers
}

/** Sets the gateway's headers on an answer that is not forwarded. */
export function setOwnHeaders(res: ServerResponse, requestId: string, more?: readonly string[]): void {
  const headers = ownHeaders(requestId, more)
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] ?? '', headers[i + 1] ?? '')
}
