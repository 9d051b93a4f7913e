import { MAX_SERIES_BOOKINGS } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { invalidField } from '@usher/service-kit'
import { DateTime } from 'luxon'
import { RRuleTemporal } from 'rrule-temporal'

interface Asked {
  readonly start: string
  readonly recurrence?: string | undefined
  readonly timezone: string
  /** Services in one visit. */
  readonly services: number
  /** Most visits; absent: as many as a series may have. */
  readonly maxVisits?: number | undefined
}

/** Steps in which the library may look for the next time, so that a rule without any ends. */
const MAX_STEPS = 1_000

/** Days that the library may look at in all its steps: a year can have 366, and 5,000 take some 80 ms. */
const MAX_CANDIDATES = 5_000

/** What the library makes of a time: its text, in the form of RFC 9557. */
const asText = { ZonedDateTime: { from: (text: string) => ({ timeZoneId: '', toString: () => text }) } }

/**
 * The starts of the visits of a series, by a recurrence rule (RFC 5545 §3.3.10). They keep their time of day in the
 * time zone; one that is skipped there when clocks change does not exist.
 *
 * @throws ProblemError `validation_failed` for a rule that is not valid, without end, or too long
 */
export function visitsOf({ start, recurrence, timezone, services, maxVisits = Infinity }: Asked): Date[] {
  if (recurrence === undefined) return [new Date(start)]
  if (!/;(COUNT|UNTIL)=/.test(recurrence)) {
    throw invalidField('/recurrence', 'must have COUNT or UNTIL', 'endless')
  }
  const max = Math.min(maxVisits, Math.floor(MAX_SERIES_BOOKINGS / services))
  const visits = timesOf(recurrence, DateTime.fromISO(start, { zone: zoneOf(timezone) }), max + 1)
  if (visits.length > max) {
    throw invalidField('/recurrence', `must make no more visits than ${max}`, 'too_many')
  }
  if (visits[0]?.getTime() !== Date.parse(start)) {
    throw invalidField('/recurrence', 'must have the start as its first time', 'start_not_in_rule')
  }
  return visits
}

/** The library has its own zone data, so it gets local times as if they were UTC. */
function timesOf(rule: string, start: DateTime, max: number): Date[] {
  const count = Number(/;COUNT=(\d+)/.exec(rule)?.[1] ?? max)
  const local = rule
    .replace(/;COUNT=\d+/, '')
    .replace(/(?<=;UNTIL=)\d+T\d+Z/, (until) => wallOf(DateTime.fromISO(until, { zone: start.zone })))
  const rruleString = `DTSTART:${wallOf(start)}\nRRULE:${local}`
  const times: Date[] = []
  try {
    const bounds = { maxIterations: MAX_STEPS, maxCandidateEvaluations: MAX_CANDIDATES }
    const options = { rruleString, temporal: asText, strict: true, ...bounds }
    new RRuleTemporal(options).all((time) => {
      times.push(...momentsOf(String(time).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length), start))
      return times.length < Math.min(count, max)
    })
  } catch (error) {
    throw invalidField('/recurrence', whyNot(error as Error), 'invalid_rule')
  }
  return times
}

const wallOf = (time: DateTime): string => time.toFormat("yyyyMMdd'T'HHmmss'Z'")

/** When the clock shows a time: never if it is skipped, and the first time if it is repeated (RFC 5545 §3.3.5). */
function momentsOf(wall: string, start: DateTime): Date[] {
  const time = DateTime.fromISO(wall, { zone: start.zone })
  if (time.toFormat("yyyy-MM-dd'T'HH:mm:ss") !== wall) return []
  const moments = time.getPossibleOffsets().map((moment) => moment.toMillis())
  return [new Date(moments.includes(start.toMillis()) ? start.toMillis() : Math.min(...moments))]
}

/** The library's own words name limits that the caller cannot know. */
const whyNot = ({ message }: Error): string =>
  message.startsWith('Maximum')
    ? 'finds its times too rarely, or none: choose a simpler rule'
    : `is no rule that can be followed: ${message}`
