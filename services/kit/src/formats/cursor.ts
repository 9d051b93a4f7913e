import { ProblemError } from '../errors.ts'
import { deriveKey, hmacSha256, type SecretKey, sameBytes } from './secrets.ts'

/** Signs list cursors, so that clients can only send back a place they got from a list. */
export interface Cursors {
  /** Cursor for the place after the item with these sort values. `list` names the list it belongs to. */
  encode(list: string, place: readonly string[]): string
  /** @throws ProblemError `invalid_cursor` for a cursor that was changed or belongs to another list */
  decode(list: string, cursor: string): string[]
}

const MAC_BYTES = 16

export function createCursors(keys: readonly SecretKey[]): Cursors {
  const macKeys = keys.map((key) => deriveKey(key, 'list cursors'))
  const [signing = Buffer.alloc(0)] = macKeys
  const mac = (key: Buffer, list: string, body: string) =>
    hmacSha256(key, `${list}\n${body}`).subarray(0, MAC_BYTES)
  return {
    encode(list, place) {
      const body = JSON.stringify(place)
      return Buffer.concat([mac(signing, list, body), Buffer.from(body)]).toString('base64url')
    },
    decode(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      const body = bytes.subarray(MAC_BYTES).toString()
      const given = bytes.subarray(0, MAC_BYTES)
      if (!macKeys.some((key) => sameBytes(mac(key, list, body), given))) {
        throw new ProblemError('invalid_cursor', 'Use the next_cursor of a page of this list, unchanged.')
      }
      return JSON.parse(body)
    },
  }
}
