// Runs on the server and in browsers, so that a page that was updated in place reads as if loaded again.
import type { OwnPlace } from '@usher/contracts'
import type { Plural } from '../words/plural.ts'
import type { Words } from '../words/words.ts'

/** Longer waits are shown in hours. */
const MAX_IN_MINUTES = 90

const formatNumber = (n: number, tag: string): string => new Intl.NumberFormat(tag).format(n)

/** A count, by the plural rules of the language. */
export function formatCount(forms: Plural, n: number, tag: string): string {
  const form = forms[new Intl.PluralRules(tag).select(n)] ?? forms.other
  return form.replace('{n}', formatNumber(n, tag))
}

export interface WaitRange {
  readonly low: number
  readonly high: number
}

/** A wait in whole minutes, such as "10–20 min", or in half hours if it is long. */
export function formatWait({ low, high }: WaitRange, noWait: string, tag: string): string {
  if (high === 0) return noWait
  return high > MAX_IN_MINUTES
    ? formatUnits('hour', halfHours(low), halfHours(high), tag)
    : formatUnits('minute', low, high, tag)
}

const halfHours = (minutes: number): number => Math.max(1, Math.round(minutes / 30)) / 2

function formatUnits(unit: 'minute' | 'hour', low: number, high: number, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' })
  return low === high ? format.format(low) : format.formatRange(low, high)
}

export const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** @param local a local time, as a date that reads so in UTC */
export const formatTime = (local: Date, tag: string): string =>
  new Intl.DateTimeFormat(tag, { ...TIME, timeZone: 'UTC' }).format(local)

export type PlaceWords = Pick<Words, 'ahead' | 'youAreNext' | 'noWait'>

/** The texts that the script updates in place, by the `data-` attribute of their element. */
export function placeTexts(place: OwnPlace, words: PlaceWords, tag: string) {
  const ahead = (place.position ?? 1) - 1
  return {
    position: formatNumber(place.position ?? 0, tag),
    ahead: ahead === 0 ? words.youAreNext : formatCount(words.ahead, ahead, tag),
    wait: formatWait(place.estimated_wait_range ?? { low: 0, high: 0 }, words.noWait, tag),
  }
}

/** Beyond this many minutes delays are rounded to five, so that the page does not flicker. */
const EXACT_MINUTES = 10

/** Minutes of a delay as the page says them. */
export const delayMinutes = (minutes: number): number =>
  minutes > EXACT_MINUTES ? 5 * Math.round(minutes / 5) : minutes

/** Minutes before the end of the range that the page says guests are usually called; null: nothing is said. */
export function earlyMinutes({ usually_early, estimated_wait_range }: OwnPlace): number | null {
  if (!usually_early) return null
  return usually_early < (estimated_wait_range?.high ?? 0) ? usually_early : null
}

/** Everything else that the page shows of a place: when it changes, the script loads the page again. */
export const placeState = (place: OwnPlace): string =>
  JSON.stringify([
    place.status,
    place.name,
    place.party_size,
    place.notified_at,
    place.arrived_at,
    place.away_until,
    place.place_change?.at,
    place.locale,
    place.queue.name,
    place.queue.status,
    place.queue.pause_reason,
    place.delay && { ...place.delay, minutes: delayMinutes(place.delay.minutes) },
    earlyMinutes(place),
    place.booked_start,
    place.passed_by && { ...place.passed_by, at: undefined },
  ])
