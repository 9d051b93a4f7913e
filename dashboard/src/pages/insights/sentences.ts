import { locale } from '../../language/language.ts'
import { type Statistics, type Totals, totalsOf } from './totals.ts'

/** A queue in the chosen period, and in the one before. */
export interface QueueFigures {
  readonly name: string
  readonly now: Statistics
  readonly earlier: Statistics
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The waits of fewer guests say nothing. */
const MIN_GUESTS = 3

/** Differences in minutes that nobody notices. */
const SMALL_MINUTES = 2

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

const counted = (n: number, one: string, many: string): string => `${whole.format(n)} ${n === 1 ? one : many}`

/**
 * What the figures say, most important first; empty if nobody joined.
 *
 * @param than what the period before is called, such as "the week before"
 */
export function sentencesOf(queues: readonly QueueFigures[], than: string): string[] {
  const now = totalsOf(queues.map((one) => one.now))
  const before = totalsOf(queues.map((one) => one.earlier))
  if (now.arrivals === 0) return []
  const earlier = before.arrivals > 0 ? before : undefined
  return [
    joined(now, earlier, than),
    longestWait(queues),
    waits(now, earlier, than),
    quotes(now),
    lost(now, earlier, than),
  ].filter((sentence) => sentence !== undefined)
}

function joined(now: Totals, earlier: Totals | undefined, than: string): string {
  const said = `${counted(now.arrivals, 'party', 'parties')} with ${counted(now.guests, 'guest', 'guests')} joined`
  return earlier ? `${said}, ${difference(now.guests - earlier.guests)} ${than}.` : `${said}.`
}

function difference(change: number): string {
  if (change === 0) return 'as many guests as in'
  const size = Math.abs(change)
  return `${whole.format(size)} ${change > 0 ? 'more' : 'fewer'} ${size === 1 ? 'guest' : 'guests'} than in`
}

/** The hour of the week with the longest mean wait. */
function longestWait(queues: readonly QueueFigures[]): string | undefined {
  const hours = queues.flatMap(({ name, now }) => now.hours.map((hour) => ({ name, ...hour })))
  const [longest] = hours
    .filter((hour) => (hour.actual_wait?.count ?? 0) >= MIN_GUESTS && Number(hour.actual_wait?.mean) >= 1)
    .toSorted((a, b) => (b.actual_wait?.mean ?? 0) - (a.actual_wait?.mean ?? 0))
  if (!longest) return undefined
  const at = `${DAYS[longest.weekday - 1]} ${String(longest.hour).padStart(2, '0')}:00`
  const where = queues.length > 1 ? ` in ${longest.name}` : ''
  return `${at}${where} is your longest wait: ${whole.format(longest.actual_wait?.mean ?? 0)} min on average.`
}

function waits({ meanWait, waited }: Totals, earlier: Totals | undefined, than: string): string | undefined {
  if (meanWait === null || waited < MIN_GUESTS) return undefined
  const minutes = Math.round(meanWait)
  const said = `Guests waited ${minutes === 0 ? 'less than a minute' : `${whole.format(minutes)} min`} on average`
  if (!earlier || earlier.meanWait === null || earlier.waited < MIN_GUESTS) return `${said}.`
  const change = minutes - Math.round(earlier.meanWait)
  if (change === 0) return `${said}, as long as in ${than}.`
  return `${said}, ${Math.abs(change)} min ${change > 0 ? 'longer' : 'shorter'} than in ${than}.`
}

function quotes({ bias, waited }: Totals): string | undefined {
  if (bias === null || waited < MIN_GUESTS) return undefined
  if (Math.abs(bias) < SMALL_MINUTES) return 'Quoted waits were right on average.'
  return `Quotes were ${whole.format(Math.abs(bias))} min too ${bias > 0 ? 'long' : 'short'} on average.`
}

function lost(now: Totals, earlier: Totals | undefined, than: string): string | undefined {
  const over = now.seated + now.removed + now.no_show
  if (over === 0) return undefined
  const said = `${now.removed + now.no_show} of ${counted(over, 'party', 'parties')} left or did not come`
  if (!earlier) return `${said}.`
  const previous = earlier.removed + earlier.no_show
  return `${said}; ${previous === 0 ? 'none' : previous} in ${than}.`
}
