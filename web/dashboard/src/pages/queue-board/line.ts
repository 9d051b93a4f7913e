import { plural } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { boardTextsOf } from '../../forms/guest-labels.ts'

export type Guest = Schemas['Guest']

/** Guests in the order of the line. */
export type Line = readonly Guest[]

export type Filter = 'all' | 'waiting' | 'notified' | 'here' | 'unread'

/** Numbers the places anew, from 1. */
const placed = (line: Line): Line =>
  line.map((guest, index) => (guest.position === index + 1 ? guest : { ...guest, position: index + 1 }))

/** The line after somebody has left it. */
export const without = (line: Line, id: string): Line => placed(line.filter((guest) => guest.id !== id))

/** The line after somebody who had left it is back at the old place. */
export function returned(line: Line, guest: Guest): Line {
  const others = line.filter(({ id }) => id !== guest.id)
  return placed(others.toSpliced((guest.position ?? 1) - 1, 0, guest))
}

const isAhead = (one: Guest, other: Guest): number => {
  const [a, b] = [one.rank ?? '', other.rank ?? '']
  if (a !== b) return a < b ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** The line after a guest joined, changed, moved or left. */
export function withGuest(line: Line, queueId: string, guest: Guest): Line {
  const others = line.filter(({ id }) => id !== guest.id)
  if (guest.rank === null || guest.queue_id !== queueId) return placed(others)
  return placed([...others, guest].sort(isAhead))
}

/** The line after a call was taken back. */
export const uncalled = (line: Line, id: string): Line =>
  line.map((guest) => (guest.id === id ? { ...guest, status: 'waiting', notified_at: null } : guest))

/** The line after a guest was called. */
export const called = (line: Line, id: string, at: string): Line =>
  line.map((guest) => (guest.id === id ? { ...guest, status: 'notified', notified_at: at } : guest))

/** The line after a guest was moved to a place, counted from 1. */
export function moved(line: Line, id: string, position: number): Line {
  const guest = line.find((one) => one.id === id)
  if (!guest) return line
  return placed(line.filter((one) => one !== guest).toSpliced(position - 1, 0, guest))
}

/** The line by turn, with places numbered from 1; guests it does not know yet come last. */
export function byTurn(line: Line, turns: readonly string[]): Line {
  const index = new Map(turns.map((id, at) => [id, at]))
  const placeOf = ({ id }: Guest) => index.get(id) ?? index.size
  return placed(line.toSorted((a, b) => placeOf(a) - placeOf(b)))
}

/** The guest whom calling the next means: the first who waits, is not away, was not called and fits `seats`. */
export const nextToCall = (line: Line, seats = Number.POSITIVE_INFINITY): Guest | undefined =>
  line.find(
    ({ status, away_until, party_size }) =>
      status === 'waiting' && away_until === null && party_size <= seats,
  )

/** Usual sizes of tables, in seats. */
const TABLES = [2, 4, 6, 8] as const

/** The sizes of tables for the parties that a queue takes. */
export const tablesOf = ({ min_party_size: min, max_party_size: max }: Schemas['Queue']): number[] =>
  TABLES.filter((seats) => seats >= min && seats - 1 <= max)

/** The smallest table that seats a party; 0: none does. */
export const tableFor = ({ party_size }: Pick<Guest, 'party_size'>): number =>
  TABLES.find((seats) => party_size <= seats) ?? 0

/** Whether a guest is to be shown, by the filter and by what is searched: parts of name, phone, tags. */
export function isShown(guest: Guest, filter: Filter, search: string): boolean {
  if (filter === 'here' && guest.arrived_at === null) return false
  if (filter === 'unread' && guest.unread_reply_at === null) return false
  if ((filter === 'waiting' || filter === 'notified') && guest.status !== filter) return false
  const wanted = folded(search.trim())
  if (wanted === '') return true
  const digits = wanted.replaceAll(/\D/g, '')
  return (
    [guest.name, ...boardTextsOf(guest), ...guest.tags].some((text) => folded(text).includes(wanted)) ||
    (digits.length > 2 && (guest.phone?.includes(digits) ?? false))
  )
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Minutes as they are said: `12–20`, or one number where that is all. */
export const rangeOf = ({ low, high }: { low: number; high: number }): string =>
  low === high ? `${low}` : `${low}–${high}`

/** `1 person`, `4 people`. */
export const partyOf = ({ party_size }: Pick<Guest, 'party_size'>): string =>
  plural(party_size, { one: '# person', other: '# people' })
