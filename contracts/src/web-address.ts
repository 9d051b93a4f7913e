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
