import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '../errors.ts'

/** Deeper than any of our requests; code that walks JSON recursively runs out of stack at some thousands. */
const MAX_LEVELS = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Refuses deeply nested JSON before it is parsed (RFC 8259 §9 lets a parser limit depth).
 *
 * @param json in UTF-8; need not be valid
 * @throws ProblemError `malformed_json`
 */
export function requireShallowJson(json: Uint8Array): void {
  if (json.length <= MAX_LEVELS) return
  let level = 0
  let isInString = false
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i] as number
    if (isInString) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (OPENING.has(byte)) {
      level += 1
      if (level > MAX_LEVELS)
        throw new ProblemError('malformed_json', `JSON may be nested at most ${MAX_LEVELS} levels deep.`)
    } else if (CLOSING.has(byte)) level -= 1
  }
}

/**
 * For `express.json`: checks a body before it is parsed. Only UTF-8 is accepted (RFC 8259 §8.1): in another encoding
 * the bytes mean something else, and invalid UTF-8 would be stored as U+FFFD.
 *
 * @throws ProblemError `malformed_json`, `unsupported_media_type`
 */
export function verifyJson(_req: IncomingMessage, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new ProblemError('unsupported_media_type', 'Send JSON in UTF-8.')
  if (!isUtf8(body)) throw new ProblemError('malformed_json', 'The body is not valid UTF-8.')
  requireShallowJson(body)
}
