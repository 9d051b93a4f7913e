import { z } from 'zod'

/** The beginning of an address; schemes are in either case (RFC 3986 §3.1). */
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

/** Whether an address is of the machine that asks, where browsers need no TLS. */
export const isLocalAddress = (address: string): boolean => LOCAL.has(new URL(address).hostname)

/**
 * What a cookie is called at a public address. Off localhost it has the prefix `__Host-`, which no subdomain and no page
 * without TLS can set (RFC 6265bis §4.1.3.2); on localhost browsers take it without.
 */
export const cookieNameAt = (publicUrl: string, plainName: string): string =>
  isLocalAddress(publicUrl) ? plainName : `__Host-${plainName}`

export const SESSION_COOKIE = 'usher_session'
