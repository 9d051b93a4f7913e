import { createHash, randomInt } from 'node:crypto'
import { ID_PREFIXES, type IdKind } from '@usher/contracts'
import { fromString, fromUUIDBytes, toUUIDBytes } from 'typeid-js'
import { v7 as uuidV7 } from 'uuid'

/** The millisecond of the last identifier, and its number there. */
let last = { ms: 0, number: 0 }

/**
 * A new identifier of one kind: a TypeID. Those of one process sort in the order in which they were made, while its
 * clock is not set back. They are numbered from a random place in each millisecond (RFC 9562 §6.2, method 1), so two of
 * different ones do not tell how many were made in between.
 */
export function newId(kind: IdKind): string {
  const ms = Date.now()
  last = { ms, number: ms === last.ms ? last.number + 1 : randomInt(2 ** 31) }
  return fromUUIDBytes(ID_PREFIXES[kind], uuidV7({ msecs: ms, seq: last.number }, new Uint8Array(16)))
}

const VERSION_8 = 0x80
const VARIANT = 0x80
/** Bytes of a UUIDv7's timestamp, in ms since 1970. */
const TIME_BYTES = 6

/**
 * The identifier derived from a name, always the same for that name: a TypeID of a UUIDv8 made of the name's SHA-256
 * (RFC 9562 §5.8 and appendix B.2).
 *
 * @param place sorts it among the identifiers of that time and, within a millisecond, by its number (last 12 bits);
 * must be the same on every call
 */
export function derivedId(
  kind: IdKind,
  name: string,
  place?: { readonly at: Date; readonly number: number },
) {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  if (place) {
    bytes.writeUIntBE(place.at.getTime(), 0, TIME_BYTES)
    bytes.writeUInt16BE(place.number & 0x0fff, TIME_BYTES)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_8
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  return fromUUIDBytes(ID_PREFIXES[kind], bytes)
}

/**
 * When an identifier was minted, in ms since 1970: the first 48 bits of its UUIDv7 (RFC 9562 §5.7).
 *
 * @returns undefined if it is no TypeID; meaningless for a {@link derivedId} without a place
 */
export function mintedAt(id: string): number | undefined {
  try {
    return Buffer.from(toUUIDBytes(fromString(id))).readUIntBE(0, TIME_BYTES)
  } catch {
    return undefined
  }
}
