import type { Venue } from './scenario.ts'

const DAY_MINUTES = 24 * 60

/** Moves the times after midnight of a venue that is open past it to the next day, so that all are in order. */
export function resolveTimes(venue: Venue): Venue {
  const { opens, closes } = venue
  if (closes > opens) return venue
  const resolved = (time: number) => (time < opens ? time + DAY_MINUTES : time)
  const resolvedStep = <Step extends { from: number }>(step: Step): Step => ({
    ...step,
    from: resolved(step.from),
  })
  const resolvedSpan = <Span extends { from: number; to: number }>(span: Span): Span => ({
    ...span,
    from: resolved(span.from),
    to: resolved(span.to),
  })
  return {
    ...venue,
    closes: closes + DAY_MINUTES,
    arrivals: venue.arrivals.map(resolvedStep),
    lanes: venue.lanes.map(resolvedStep),
    ...(venue.slow && { slow: resolvedSpan(venue.slow) }),
    ...(venue.outage && { outage: resolvedSpan(venue.outage) }),
  }
}
