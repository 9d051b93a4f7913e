import { z } from 'zod'
import { arrivals, clock, distribution, hasTailIfNeeded, share, TAIL_ERROR, tail } from '../venues.ts'

const minutes = z.number().positive().max(1440)
const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])

const party = z.strictObject({ size: z.int().min(1).max(99), weight: z.number().positive() })

const service = z.strictObject({
  distribution,
  mean_minutes: minutes,
  minutes_per_further_person: z.number().min(0).max(600).default(0),
  variation: z.number().min(0).max(3).default(0.5),
  tail,
})

const laneStep = z.strictObject({
  from: clock,
  lanes: z.int().min(0).max(1000),
  days: z.array(weekday).min(1).optional(),
  announced: z.boolean().default(true),
  share_of_days: share.default(1),
})

const table = z.strictObject({ seats: z.int().min(1).max(99), count: z.int().min(1).max(1000) })

const departures = z.strictObject({
  every_minutes: minutes,
  parties: z.int().min(1).max(1000).optional(),
  people: z.int().min(1).max(10_000).optional(),
  variation: share.default(0),
})

const slow = z.strictObject({
  from: clock,
  to: clock,
  factor: z.number().positive().max(10),
  share_of_days: share,
})

/** Schema of a venue file; docs/wait-venues.md has what each field means. */
const venueSchema = z.strictObject({
  name: z.string().min(1).max(60),
  description: z.string(),
  seed: z.int().min(0),
  opens: clock,
  closes: clock,
  history_days: z.int().min(0).max(366),
  scored_days: z.int().min(1).max(366),
  settings: z.strictObject({ service_minutes: minutes }),
  arrivals,
  weekdays: z.array(z.number().min(0).max(10)).length(7).default([1, 1, 1, 1, 1, 1, 1]),
  parties: z.array(party).min(1),
  priority_share: share.default(0),
  service,
  day_variation: share.default(0),
  drift_per_week: z.number().min(0.5).max(2).default(1),
  slow: slow.optional(),
  lanes: z.array(laneStep).min(1),
  tables: z.array(table).min(1).optional(),
  departures: departures.optional(),
  patience_minutes: z.number().positive().nullable(),
  silent_share: share.default(0),
  no_shows: z.strictObject({ share, grace_minutes: z.number().min(0).max(120) }).optional(),
  late_entry: z.strictObject({ every_minutes: minutes, share_of_days: share.default(1) }).optional(),
  outage: z.strictObject({ from: clock, to: clock, share_of_days: share }).optional(),
  forgets_overnight: z.boolean().default(false),
})

/** The same, checked as a whole; times after midnight count from the midnight before the opening. */
export const scenarioSchema = venueSchema.transform(resolveTimes).superRefine(checkRules)

type Venue = z.output<typeof venueSchema>

/** A venue with times in minutes after the midnight before its opening. */
export type Scenario = z.output<typeof scenarioSchema>

/** Moves the times after midnight of a venue that is open past it to the next day, so that all are in order. */
function resolveTimes(venue: Venue): Venue {
  const { opens, closes } = venue
  if (closes > opens) return venue
  const resolved = (time: number) => (time < opens ? time + 24 * 60 : time)
  const step = <Step extends { from: number }>(one: Step): Step => ({ ...one, from: resolved(one.from) })
  const span = <Span extends { from: number; to: number }>(one: Span): Span => ({
    ...step(one),
    to: resolved(one.to),
  })
  return {
    ...venue,
    closes: closes + 24 * 60,
    arrivals: venue.arrivals.map(step),
    lanes: venue.lanes.map(step),
    ...(venue.slow && { slow: span(venue.slow) }),
    ...(venue.outage && { outage: span(venue.outage) }),
  }
}

type Steps = readonly { readonly from: number }[]
type Span = { readonly from: number; readonly to: number } | undefined

function checkRules(venue: Venue, context: z.RefinementCtx): void {
  const { opens, closes, arrivals, parties, lanes, departures, tables } = venue
  const check = (holds: boolean, path: (string | number)[], message: string) => {
    if (!holds) context.addIssue({ code: 'custom', message, path })
  }
  const inOrder = (steps: Steps) => steps.every(({ from }, i) => from >= (steps[i - 1]?.from ?? 0))
  const endsLater = (span: Span) => span === undefined || span.from < span.to
  check(closes - opens < 24 * 60, ['closes'], 'must differ from opens; a time before it is on the next day')
  check(inOrder(arrivals), ['arrivals'], 'must be in order of from')
  check(inOrder(lanes), ['lanes'], 'must be in order of from')
  const [{ days, announced, share_of_days } = { announced: true, share_of_days: 1 }] = lanes
  const isUsual = !days && announced && share_of_days === 1
  check(isUsual, ['lanes', 0], 'holds on every day: days, announced and share_of_days are for later ones')
  check(endsLater(venue.slow), ['slow'], 'must end after it begins')
  check(endsLater(venue.outage), ['outage'], 'must end after it begins')
  check(hasTailIfNeeded(venue.service), ['service', 'tail'], TAIL_ERROR)
  const leaves = venue.silent_share === 0 || venue.patience_minutes !== null
  check(leaves, ['silent_share'], 'needs patience_minutes: otherwise nobody leaves')
  if (!departures) return
  const { parties: places, people } = departures
  const fits = parties.every(({ size }) => size <= (people ?? size))
  check((places === undefined) !== (people === undefined), ['departures'], 'take either parties or people')
  check(fits, ['departures', 'people'], 'must be enough for the largest party')
  check(!tables, ['departures'], 'cannot go with tables')
}
