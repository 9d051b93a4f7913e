import { FixedOffsetZone, Zone, type ZoneOffsetFormat } from 'luxon'
import { offsetAt, zoneOffsets } from './zones.ts'

/** A zone for Luxon with the offsets of {@link zoneOffsets} instead of the platform's. */
class DataZone extends Zone {
  readonly #offsets: ReturnType<typeof zoneOffsets>

  constructor(name: string) {
    super()
    this.#offsets = zoneOffsets(name)
  }

  override get type() {
    return 'data'
  }

  override get isValid() {
    return true
  }

  override get name() {
    return this.#offsets.name
  }

  override get isUniversal() {
    return this.#offsets.offsets.length === 1
  }

  override offset(at: number) {
    return offsetAt(this.#offsets, at)
  }

  override offsetName(at: number) {
    return FixedOffsetZone.instance(this.offset(at)).name
  }

  override formatOffset(at: number, format: ZoneOffsetFormat) {
    return FixedOffsetZone.instance(this.offset(at)).formatOffset(at, format)
  }

  override equals(other: Zone) {
    return other instanceof DataZone && other.name === this.name
  }
}

/** @throws RangeError for a name that the database does not have */
export const zoneOf = (name: string): Zone => new DataZone(name)
