import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' }

/*
 * The zone data of Node, MongoDB and browsers differ in age. All of Usher reads local times from this file instead, so
 * that a booking has the same time in pages, messages, files and the dashboard.
 */

/** Version of the IANA time zone database in use, such as 2026f. */
export const ZONE_VERSION = packed.version

/** When the package with this version was published. */
export const ZONE_PUBLISHED = '2026-10-29'

/** The UTC offsets of a zone. */
interface Offsets {
  /** As the database writes it. */
  readonly name: string
  /** Until when, in ms, each offset holds. */
  readonly untils: readonly number[]
  /** In minutes. */
  readonly offsets: readonly number[]
}

const nameIn = (row: string) => row.slice(0, row.indexOf('|'))

/** Rows of the data by zone name in lower case. */
const rows = new Map(packed.zones.map((row) => [nameIn(row).toLowerCase(), { name: nameIn(row), row }]))

for (const link of packed.links) {
  const [to = '', name = ''] = link.split('|')
  rows.set(name.toLowerCase(), { name, row: rows.get(to.toLowerCase())?.row ?? '' })
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

/** Parses a number in base 60, with a fraction. */
function numberIn(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = [...whole, ...fraction].reduce((sum, digit) => sum * 60 + DIGITS.indexOf(digit), 0)
  return (text.startsWith('-') ? -1 : 1) * digits * 60 ** -fraction.length
}

/** Reads a row (https://momentjs.com/timezone/docs/#/data-formats/packed-format/). */
function offsetsIn({ name, row }: { name: string; row: string }): Offsets {
  const [, , west = '', order = '', steps = ''] = row.split('|')
  const offsets = west.split(' ').map((text) => Math.round(-numberIn(text)))
  let minutes = 0
  const untils = steps
    .split(' ')
    .filter(Boolean)
    .map((step) => {
      minutes += numberIn(step)
      return Math.round(minutes * 60_000)
    })
  return {
    name,
    untils: [...untils, Infinity],
    offsets: [...order].map((digit) => offsets[DIGITS.indexOf(digit)] as number),
  }
}

function fixedOffset(name: string): Offsets | undefined {
  const [, sign, hours, minutes = '00'] = /^([+-])([01]\d|2[0-3])(?::?([0-5]\d))?$/.exec(name) ?? []
  if (!sign) return undefined
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return { name: `${sign}${hours}:${minutes}`, untils: [Infinity], offsets: [offset] }
}

const read = new Map<string, Offsets>()

/** The offsets of a zone by its name in any case, or by an offset such as +01:00; undefined if there is no such zone. */
export function findZone(name: string): Offsets | undefined {
  const key = name.toLowerCase()
  const known = read.get(key)
  if (known) return known
  const row = rows.get(key)
  const zone = row ? offsetsIn(row) : fixedOffset(name)
  if (zone) read.set(key, zone)
  return zone
}

/** @throws RangeError for a name that the database does not have */
export function zoneOffsets(name: string): Offsets {
  const zone = findZone(name)
  if (!zone) throw new RangeError(`${name} is not a time zone`)
  return zone
}

/** Index of the offset in force at an instant. */
export function indexAt({ untils }: Offsets, at: number): number {
  let [low, high] = [0, untils.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at < (untils[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}

/** The UTC offset of a zone at an instant, in minutes. */
export const offsetAt = (zone: Offsets, at: number): number => zone.offsets[indexAt(zone, at)] as number

/** A local time as a date that reads so in UTC, to be formatted in UTC. */
export function localTime(at: Date | string | number, zone: string): Date {
  const instant = new Date(at).getTime()
  return new Date(instant + offsetAt(zoneOffsets(zone), instant) * 60_000)
}

/** The date of an instant in a zone, such as 2026-12-24. */
export const localDate = (at: Date | string | number, zone: string): string =>
  localTime(at, zone).toISOString().slice(0, 10)
