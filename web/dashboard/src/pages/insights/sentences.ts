import { plural, t } from '@lingui/core/macro'
import { locale } from '../../language/language.ts'
import { hourOfWeek } from '../../ui/weekdays.ts'
import { type Statistics, type Totals, totalsOf } from './totals.ts'
import { wholeMinutes } from './words.ts'

/** A queue in the chosen period, and in the one before. */
export interface QueueFigures {
  readonly name: string
  readonly now: Statistics
  readonly earlier: Statistics
}

/** Waits and losses of fewer guests say nothing. */
const MIN_GUESTS = 3

/** Differences in minutes that nobody notices. */
const SMALL_MINUTES = 2

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/**
 * What the figures say, most important first; empty if nobody joined.
 *
 * @param days length of the period, and of the one before
 */
export function sentencesOf(queues: readonly QueueFigures[], days: number): string[] {
  const now = totalsOf(queues.map((one) => one.now))
  const before = totalsOf(queues.map((one) => one.earlier))
  if (now.arrivals === 0) return []
  const earlier = before.arrivals > 0 ? before : undefined
  return [
    joined(now),
    comparison(now, earlier, days),
    longestWait(queues),
    waits(now, earlier, days),
    quotes(now),
    lost(now, earlier, days),
  ].filter((sentence) => sentence !== undefined)
}

const joined = ({ arrivals, guests }: Totals): string =>
  t`${plural(arrivals, { one: '# party', other: '# parties' })} with ${plural(guests, { one: '# guest', other: '# guests' })} joined.`

function comparison(now: Totals, earlier: Totals | undefined, days: number): string | undefined {
  if (!earlier) return undefined
  const more = now.guests - earlier.guests
  if (more === 0) return t`As many guests joined as in the ${days} days before.`
  return more > 0
    ? plural(more, {
        one: `# more guest joined than in the ${days} days before.`,
        other: `# more guests joined than in the ${days} days before.`,
      })
    : plural(-more, {
        one: `# fewer guest joined than in the ${days} days before.`,
        other: `# fewer guests joined than in the ${days} days before.`,
      })
}

/** The hour of the week with the longest mean wait. */
function longestWait(queues: readonly QueueFigures[]): string | undefined {
  const hours = queues.flatMap(({ name, now }) => now.hours.map((hour) => ({ name, ...hour })))
  const [longest] = hours
    .filter((hour) => (hour.actual_wait?.count ?? 0) >= MIN_GUESTS && Number(hour.actual_wait?.mean) >= 1)
    .toSorted((a, b) => (b.actual_wait?.mean ?? 0) - (a.actual_wait?.mean ?? 0))
  if (!longest) return undefined
  const time = hourOfWeek(longest.weekday, longest.hour)
  const wait = wholeMinutes(longest.actual_wait?.mean ?? 0)
  const queue = longest.name
  return queues.length > 1
    ? t({
        message: `${time} in ${queue} is your longest wait: ${wait} on average.`,
        comment: 'time is an hour of a weekday, such as Friday 7:00 PM; wait is such as 20 min',
      })
    : t({
        message: `${time} is your longest wait: ${wait} on average.`,
        comment: 'time is an hour of a weekday, such as Friday 7:00 PM; wait is such as 20 min',
      })
}

function waits({ meanWait, waited }: Totals, earlier: Totals | undefined, days: number): string | undefined {
  if (meanWait === null || waited < MIN_GUESTS) return undefined
  const minutes = Math.round(meanWait)
  const wait = minutes === 0 ? `<${wholeMinutes(1)}` : wholeMinutes(minutes)
  if (!earlier || earlier.meanWait === null || earlier.waited < MIN_GUESTS) {
    return t`Guests waited ${wait} on average.`
  }
  const change = minutes - Math.round(earlier.meanWait)
  if (change === 0) return t`Guests waited ${wait} on average, as long as in the ${days} days before.`
  const difference = wholeMinutes(Math.abs(change))
  return change > 0
    ? t`Guests waited ${wait} on average, ${difference} longer than in the ${days} days before.`
    : t`Guests waited ${wait} on average, ${difference} shorter than in the ${days} days before.`
}

function quotes({ bias, waited }: Totals): string | undefined {
  if (bias === null || waited < MIN_GUESTS) return undefined
  if (Math.abs(bias) < SMALL_MINUTES) return t`Quoted waits were right on average.`
  const error = wholeMinutes(Math.abs(bias))
  return bias > 0
    ? t`Quotes were ${error} too long on average.`
    : t`Quotes were ${error} too short on average.`
}

function lost(now: Totals, earlier: Totals | undefined, days: number): string | undefined {
  const over = now.seated + now.left + now.no_show
  if (over < MIN_GUESTS) return undefined
  const count = whole.format(now.left + now.no_show)
  if (!earlier) {
    return t`${count} of ${plural(over, { one: '# party', other: '# parties' })} left or did not come.`
  }
  const before = earlier.left + earlier.no_show
  if (before === 0) {
    return t`${count} of ${plural(over, { one: '# party', other: '# parties' })} left or did not come; none in the ${days} days before.`
  }
  const previous = whole.format(before)
  return t`${count} of ${plural(over, { one: '# party', other: '# parties' })} left or did not come; ${previous} in the ${days} days before.`
}
