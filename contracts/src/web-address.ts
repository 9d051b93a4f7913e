import { z } from 'zod'

/** Start of a URL; schemes are case-insensitive (RFC 3986 §3.1). */
const HTTPS_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]:'
export const WEB_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?:'

export const httpsAddress = (max: number) =>
  z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .max(max)
    .meta({ pattern: HTTPS_PATTERN })

export const webAddress = (max: number) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .max(max)
    .meta({ pattern: WEB_PATTERN })

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a URL is on the local machine, where browsers need no TLS. */
export const isLocalAddress = (address: string): boolean => LOCAL.has(new URL(address).hostname)

/**
 * The name of a cookie for a public URL. Off localhost it has the prefix `__Host-`, which no subdomain and no page
 * without TLS can set (RFC 6265bis §4.1.3.2); on localhost browsers accept it without.
 */
export const cookieNameAt = (publicUrl: string, plainName: string): string =>
  isLocalAddress(publicUrl) ? plainName : `__Host-${plainName}`

export const SESSION_COOKIE = 'usher_session'
