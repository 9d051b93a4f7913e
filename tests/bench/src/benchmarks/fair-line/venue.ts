import { MINUTE_MS } from '@usher/service-kit/durations'
import { z } from 'zod'
import type { ServiceTime } from '../../../../../services/queue/src/fair-line/index.ts'
import { arrivalTimes, drawOne, drawTime, type Random } from '../random.ts'
import { arrivals, clock, distribution, hasTailIfNeeded, share, TAIL_ERROR, tail } from '../venues.ts'

const minutes = z.number().positive().max(600)
const fewMinutes = z.number().min(0).max(240)
const variation = z.number().min(0.01).max(3)

const service = z.strictObject({
  name: z.string().min(1).max(40),
  distribution,
  mean_minutes: minutes,
  variation: variation.default(0.5),
  tail,
  walk_in_weight: z.number().min(0),
  booking_weight: z.number().min(0),
})

const slots = z.strictObject({
  from: clock,
  to: clock,
  every_minutes: minutes,
  places: z.int().min(1).max(100),
})

/** Schema of a venue file; docs/fair-line.md has what each field means. */
export const venueSchema = z
  .strictObject({
    name: z.string().min(1).max(40),
    description: z.string(),
    opens: clock,
    closes: clock,
    days: z.int().min(1).max(2000),
    rules: z.strictObject({
      early_minutes: fewMinutes,
      late_minutes: fewMinutes,
      tolerance_minutes: fewMinutes,
      walk_in_share: share,
    }),
    lanes: z.array(z.strictObject({ from: clock, lanes: z.int().min(1).max(100) })).min(1),
    services: z.array(service).min(1),
    walk_ins: arrivals,
    bookings: z.strictObject({
      slots: z.array(slots),
      filled_share: share,
      no_show_share: share,
      late_share: share,
      late_mean_minutes: minutes,
      early_mean_minutes: minutes,
      early_variation: variation,
    }),
  })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'must be after opens' })
  .refine(({ services }) => services.every(hasTailIfNeeded), { path: ['services'], error: TAIL_ERROR })
  .refine(
    ({ services }) =>
      services.some((one) => one.walk_in_weight > 0) && services.some((one) => one.booking_weight > 0),
    { path: ['services'], error: 'need one with walk_in_weight and one with booking_weight above 0' },
  )

/** A venue; times of day are minutes after midnight. */
export type Venue = z.output<typeof venueSchema>

/** A person who comes to a venue on a day, with or without a booking. Times in ms since the midnight before. */
export interface Person {
  readonly id: string
  /** undefined: does not come. */
  readonly arrivesAt: number | undefined
  readonly bookedAt: number | null
  readonly serviceMs: number
  readonly known: ServiceTime
}

type Service = Venue['services'][number]
type Known = ReadonlyMap<Service, ServiceTime>

/** As many as a venue has in a month or two. */
const SERVICES_LEARNT = 400

export function learnServices({ services }: Venue, random: Random): Known {
  const quantiles = (service: Service): ServiceTime => {
    const drawn = Array.from({ length: SERVICES_LEARNT }, () => drawService(service, random))
    const times = drawn.sort((a, b) => a - b)
    return { p50: times[SERVICES_LEARNT * 0.5] ?? 0, p90: times[SERVICES_LEARNT * 0.9] ?? 0 }
  }
  return new Map(services.map((service) => [service, quantiles(service)]))
}

export const drawPeople = (venue: Venue, known: Known, random: Random): Person[] => [
  ...drawWalkIns(venue, known, random),
  ...drawBookings(venue, known, random),
]

function drawWalkIns(venue: Venue, known: Known, random: Random): Person[] {
  return Array.from(arrivalTimes(venue.walk_ins, venue, random), (at, i) => {
    const service = drawOne(venue.services, ({ walk_in_weight }) => walk_in_weight, random)
    return {
      id: `w${i}`,
      arrivesAt: at * MINUTE_MS,
      bookedAt: null,
      serviceMs: drawService(service, random),
      known: known.get(service) ?? { p50: 0, p90: 0 },
    }
  })
}

function drawBookings(venue: Venue, known: Known, random: Random): Person[] {
  const { slots, filled_share, no_show_share } = venue.bookings
  const people: Person[] = []
  const draw = (bookedAt: number) => {
    if (random.uniform() >= filled_share) return
    const service = drawOne(venue.services, ({ booking_weight }) => booking_weight, random)
    const comes = random.uniform() >= no_show_share
    const arrivesAt = Math.max(venue.opens, bookedAt + drawLateness(venue, random)) * MINUTE_MS
    people.push({
      id: `b${people.length}`,
      arrivesAt: comes ? arrivesAt : undefined,
      bookedAt: bookedAt * MINUTE_MS,
      serviceMs: drawService(service, random),
      known: known.get(service) ?? { p50: 0, p90: 0 },
    })
  }
  for (const { from, to, every_minutes, places } of slots)
    for (let at = from; at < to; at += every_minutes) for (let i = 0; i < places; i += 1) draw(at)
  return people
}

/** Minutes after the booked time, negative if before. */
function drawLateness({ bookings }: Venue, random: Random): number {
  const { late_share, late_mean_minutes, early_mean_minutes, early_variation } = bookings
  if (random.uniform() < late_share) return random.exponential(late_mean_minutes)
  return -random.gamma(early_mean_minutes, early_variation)
}

const drawService = (service: Service, random: Random): number =>
  drawTime(service, service.mean_minutes, random) * MINUTE_MS
