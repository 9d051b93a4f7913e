import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Security headers of every answer: those of helmet that the OWASP REST Security Cheat Sheet names for an API,
 * without those for pages and old browsers, as each costs every request. They never vary, so helmet is run once.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = collect()

function collect() {
  const headers: [string, string][] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push([name.toLowerCase(), value]),
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
