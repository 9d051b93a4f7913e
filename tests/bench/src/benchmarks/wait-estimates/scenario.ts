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

const isInOrder = (steps: readonly { readonly from: number }[]): boolean =>
  steps.every(({ from }, i) => from >= (steps[i - 1]?.from ?? 0))

const spanIsInOrder = (span: { readonly from: number; readonly to: number } | undefined): boolean =>
  span === undefined || span.from < span.to

/** Rules that concern several fields of a venue, or their order. */
const RULES: readonly {
  readonly path: (string | number)[]
  readonly error: string
  readonly holds: (venue: Venue) => boolean
}[] = [
  {
    path: ['closes'],
    error: 'must differ from opens; a time before it is on the next day',
    holds: ({ opens, closes }) => closes - opens < 24 * 60,
  },
  { path: ['arrivals'], error: 'must be in order of from', holds: ({ arrivals }) => isInOrder(arrivals) },
  { path: ['lanes'], error: 'must be in order of from', holds: ({ lanes }) => isInOrder(lanes) },
  {
    path: ['lanes', 0],
    error: 'holds on every day: days, announced and share_of_days are for later ones',
    holds: ({ lanes: [first] }) => !first || (!first.days && first.announced && first.share_of_days === 1),
  },
  { path: ['slow'], error: 'must end after it begins', holds: ({ slow }) => spanIsInOrder(slow) },
  { path: ['outage'], error: 'must end after it begins', holds: ({ outage }) => spanIsInOrder(outage) },
  {
    path: ['service', 'tail'],
    error: TAIL_ERROR,
    holds: ({ service }) => hasTailIfNeeded(service),
  },
  {
    path: ['departures'],
    error: 'take either so many parties or so many people',
    holds: ({ departures }) =>
      !departures || (departures.parties === undefined) !== (departures.people === undefined),
  },
  {
    path: ['departures', 'people'],
    error: 'must be enough for the largest party',
    holds: ({ departures, parties }) =>
      departures?.people === undefined || parties.every(({ size }) => size <= (departures.people ?? 0)),
  },
  {
    path: ['departures'],
    error: 'cannot go with tables',
    holds: ({ departures, tables }) => !departures || !tables,
  },
  {
    path: ['silent_share'],
    error: 'needs patience_minutes: otherwise nobody leaves',
    holds: ({ silent_share, patience_minutes }) => silent_share === 0 || patience_minutes !== null,
  },
]

function checkRules(venue: Venue, context: z.RefinementCtx): void {
  for (const { path, error, holds } of RULES) {
    if (!holds(venue)) context.addIssue({ code: 'custom', message: error, path })
  }
}
