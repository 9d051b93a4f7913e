import { createHash, randomBytes } from 'node:crypto'
import { ID_PREFIXES, type IdKind } from '@usher/contracts'
import { fromString, fromUUIDBytes, toUUIDBytes, typeidUnboxed } from 'typeid-js'

/** A new identifier of one kind: a TypeID, so ids made later sort later (to the millisecond). */
export const newId = (kind: IdKind): string => typeidUnboxed(ID_PREFIXES[kind])

/**
 * A new identifier that reveals nothing about its neighbours. Ids of one process normally count up, so two of them
 * reveal how many were made in between.
 */
export function newUnlinkedId(kind: IdKind): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, TIME_BYTES)
  return typeIdOf(kind, bytes, VERSION_7)
}

const VERSION_7 = 0x70
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
  return typeIdOf(kind, bytes, VERSION_8)
}

/** The TypeID of a UUID: its bytes, with their version and variant set (RFC 9562 §4). */
function typeIdOf(kind: IdKind, bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version
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
