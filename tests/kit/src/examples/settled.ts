import { ID_PREFIXES } from '@usher/contracts'
import { settledField, withoutRandom } from './random-texts.ts'
import { THEN, withTimesThen } from './settled-times.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SUFFIX = '01h455vb4pex5vsknk084sn0'
/** The number whose last two digits, in base 32, are those of the first id: `2q`. */
const FIRST = 2 * ALPHABET.length + ALPHABET.indexOf('q')

const ID = new RegExp(
  `\\b(${Object.values(ID_PREFIXES).join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])`,
  'g',
)

/** Fields with a dated version of the API. */
const VERSIONS = new Set(['api_version', 'usher-version', 'version'])

/** Addresses of this run, and what stands for them. */
export type Addresses = readonly (readonly [from: string, to: string])[]

/**
 * Replaces what differs from run to run in the values of one example: ids, times, tokens and addresses. The same id
 * stays the same id, and times keep their order and distances.
 */
export function settle(value: unknown, addresses: Addresses, now = Date.now()): unknown {
  const ids = new SettledIds()
  const text = (given: string): string =>
    ids.replaceIn(withTimesThen(withAddresses(given, addresses), now), withoutRandom)
  const walk = (part: unknown, name: string): unknown => {
    // An image is the same in each run, and looks like a token.
    if (name === 'data' && typeof part === 'string') return part
    // Dates, but the same in each run.
    if (VERSIONS.has(name)) return part
    if (name === 'expiresAt') return THEN / 1_000
    if (typeof part === 'string') return settledField(name, part) ?? text(part)
    if (Array.isArray(part)) return part.map((one) => walk(one, name))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [text(key), walk(one, key)]))
  }
  return walk(value, '')
}

const withAddresses = (given: string, addresses: Addresses): string =>
  addresses.reduce(
    (text, [from, to]) =>
      text.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to)),
    given,
  )

/** Numbers the ids of each kind in the order in which they come. */
class SettledIds {
  readonly #known = new Map<string, string>()

  /** @param between what to do with the text between ids */
  replaceIn(value: string, between: (text: string) => string): string {
    let settled = ''
    let end = 0
    for (const found of value.matchAll(ID)) {
      settled += between(value.slice(end, found.index)) + this.#settledOf(found[0], found[1] ?? '')
      end = found.index + found[0].length
    }
    return settled + between(value.slice(end))
  }

  #settledOf(id: string, prefix: string): string {
    const ofKind = [...this.#known.keys()].filter((other) => other.startsWith(`${prefix}_`)).length
    const place = (FIRST + ofKind) % ALPHABET.length ** 2
    const digits = [Math.floor(place / ALPHABET.length), place % ALPHABET.length].map((at) => ALPHABET[at])
    const settled = this.#known.get(id) ?? `${prefix}_${SUFFIX}${digits.join('')}`
    this.#known.set(id, settled)
    return settled
  }
}
