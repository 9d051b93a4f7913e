import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '../errors.ts'

/** Deeper than any request of ours; code that walks JSON by recursion runs out of stack at some thousands. */
const MOST_LEVELS = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Refuses JSON that is nested too deeply (RFC 8259 §9 lets a parser limit it), before it is parsed.
 *
 * @param json in UTF-8; need not be valid
 * @throws ProblemError `malformed_json`
 */
export function requireShallowJson(json: Uint8Array): void {
  if (json.length <= MOST_LEVELS) return
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
      if (level > MOST_LEVELS)
        throw new ProblemError('malformed_json', `JSON may be nested ${MOST_LEVELS} levels deep here.`)
    } else if (CLOSING.has(byte)) level -= 1
  }
}

/**
 * For `express.json`: checks a body before it is parsed. In other encodings than UTF-8 its bytes say something else;
 * bytes that are no UTF-8 would be stored as U+FFFD (RFC 8259 §8.1 wants UTF-8).
 *
 * @throws ProblemError `malformed_json`, `unsupported_media_type`
 */
export function verifyJson(_req: IncomingMessage, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new ProblemError('unsupported_media_type', 'Send JSON in UTF-8.')
  if (!isUtf8(body)) throw new ProblemError('malformed_json', 'The body is not valid UTF-8.')
  requireShallowJson(body)
}
