import type { z } from 'zod'
import type { Venue } from './scenario.ts'

interface Rule {
  readonly path: readonly (string | number)[]
  readonly error: string
  readonly holds: (venue: Venue) => boolean
}

const isInOrder = (steps: readonly { readonly from: number }[]): boolean =>
  steps.every(({ from }, i) => from >= (steps[i - 1]?.from ?? 0))

const spanIsInOrder = (span: { readonly from: number; readonly to: number } | undefined): boolean =>
  span === undefined || span.from < span.to

/** Rules that concern several fields of a venue, or their order. */
const RULES: readonly Rule[] = [
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
    error: 'is needed for a pareto distribution, and for no other',
    holds: ({ service }) => (service.distribution === 'pareto') === (service.tail !== undefined),
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

export function checkRules(venue: Venue, context: z.RefinementCtx): void {
  for (const { path, error, holds } of RULES) {
    if (!holds(venue)) context.addIssue({ code: 'custom', message: error, path: [...path] })
  }
}
