import { z } from 'zod'

const MAX_HEADERS = 20
const MAX_NAME_LENGTH = 100
const MAX_VALUE_LENGTH = 1_000
/** Limit for all names and values together, in characters: many receivers accept no more than 8 kB of headers. */
const MAX_CHARACTERS = 4_096

/** A token (RFC 9110 §5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Visible ASCII, with spaces and tabs within (RFC 9110 §5.5, without what is obsolete). */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

/** Headers that we set, or that belong to the connection (RFC 9110 §7.6.1, RFC 9112). */
const RESERVED = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'usher-version',
  'user-agent',
  'x-service-signature',
])
const RESERVED_PREFIXES = ['content-', 'proxy-', 'webhook-', 'x-usher-']

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))

/** What is wrong with a header, if anything: code and message. */
function faultOf(name: string, value: string): [code: string, message: string] | undefined {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) {
    return ['invalid_header_name', `must be a header name of at most ${MAX_NAME_LENGTH} characters`]
  }
  if (isReserved(name.toLowerCase())) {
    return ['reserved_header', 'is set by Usher or belongs to the connection: it cannot be changed']
  }
  if (value.length > MAX_VALUE_LENGTH || !VALUE.test(value)) {
    return ['invalid_header_value', `must be visible ASCII of at most ${MAX_VALUE_LENGTH} characters`]
  }
  return undefined
}

/** Headers that an owner adds to every delivery, such as a key for their own gateway. */
export const customHeadersSchema = z
  .record(z.string(), z.string().meta({ pattern: VALUE.source, maxLength: MAX_VALUE_LENGTH }))
  .superRefine((headers, context) => {
    const add = (path: string[], code: string, message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code } })
    const entries = Object.entries(headers)
    if (entries.length > MAX_HEADERS) add([], 'too_many_headers', `must be at most ${MAX_HEADERS}`)
    if (JSON.stringify(headers).length > MAX_CHARACTERS) {
      add([], 'headers_too_large', `must have at most ${MAX_CHARACTERS} characters in all`)
    }
    const seen = new Set<string>()
    for (const [name, value] of entries) {
      const [code, message] = faultOf(name, value) ?? []
      if (code && message) add([name], code, message)
      if (seen.has(name.toLowerCase())) add([name], 'repeated_header', 'must not be there twice')
      seen.add(name.toLowerCase())
    }
  })
  .meta({
    description:
      'Sent along with every delivery, in place of those before. Their values are kept sealed and never shown. Headers that Usher sets or that belong to the connection are refused.',
    maxProperties: MAX_HEADERS,
    propertyNames: { type: 'string', pattern: NAME.source, maxLength: MAX_NAME_LENGTH },
    examples: [{ authorization: 'Bearer 4f1a' }],
  })
