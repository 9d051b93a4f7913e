import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ServiceTime } from '../../../../services/queue/src/fair-line-tmp/index.ts'
import type { Random } from '../wait-estimates/random.ts'
import type { Venue } from './venue.ts'

/** Somebody who comes to a venue on a day, with or without a booking. Times in ms since the midnight before. */
export interface Person {
  readonly id: string
  /** undefined: does not come. */
  readonly arrivesAt: number | undefined
  readonly bookedAt: number | null
  readonly serviceMs: number
  /** What is known of such services. */
  readonly known: ServiceTime
}

type Service = Venue['services'][number]

/** Draws who comes on a day. */
export function drawPeople(venue: Venue, known: ReadonlyMap<Service, ServiceTime>, random: Random): Person[] {
  return [...drawWalkIns(venue, known, random), ...drawBookings(venue, known, random)]
}

/** Quantiles of each service, from as many services as a venue has in a month or two. */
export function learnServices({ services }: Venue, random: Random): Map<Service, ServiceTime> {
  const quantiles = (service: Service): ServiceTime => {
    const times = Array.from({ length: SERVICES_LEARNT }, () => drawService(service, random)).sort(
      (a, b) => a - b,
    )
    return { p50: times[SERVICES_LEARNT * 0.5] ?? 0, p90: times[SERVICES_LEARNT * 0.9] ?? 0 }
  }
  return new Map(services.map((service) => [service, quantiles(service)]))
}

const SERVICES_LEARNT = 400

/** A Poisson process whose rate changes over the day, by thinning (Lewis and Shedler, 1979). */
function drawWalkIns(venue: Venue, known: ReadonlyMap<Service, ServiceTime>, random: Random): Person[] {
  const rateAt = (minute: number) => venue.walk_ins.findLast(({ from }) => from <= minute)?.per_hour ?? 0
  const most = Math.max(...venue.walk_ins.map(({ per_hour }) => per_hour))
  const people: Person[] = []
  if (most === 0) return people
  for (let at = venue.opens; ; ) {
    at += random.exponential(60 / most)
    if (at >= venue.closes) return people
    if (random.uniform() * most >= rateAt(at)) continue
    const service = drawOne(venue.services, ({ walk_in_weight }) => walk_in_weight, random)
    people.push({
      id: `w${people.length}`,
      arrivesAt: at * MINUTE_MS,
      bookedAt: null,
      serviceMs: drawService(service, random),
      known: known.get(service) ?? { p50: 0, p90: 0 },
    })
  }
}

function drawBookings(venue: Venue, known: ReadonlyMap<Service, ServiceTime>, random: Random): Person[] {
  const { filled_share, no_show_share } = venue.bookings
  const people: Person[] = []
  for (const bookedAt of slotsOf(venue)) {
    if (random.uniform() >= filled_share) continue
    const service = drawOne(venue.services, ({ booking_weight }) => booking_weight, random)
    const comes = random.uniform() >= no_show_share
    const arrivesAt = (bookedAt + drawLateness(venue, random)) * MINUTE_MS
    people.push({
      id: `b${people.length}`,
      arrivesAt: comes ? Math.max(venue.opens * MINUTE_MS, arrivesAt) : undefined,
      bookedAt: bookedAt * MINUTE_MS,
      serviceMs: drawService(service, random),
      known: known.get(service) ?? { p50: 0, p90: 0 },
    })
  }
  return people
}

function slotsOf({ bookings }: Venue): number[] {
  return bookings.slots.flatMap(({ from, to, every_minutes, places }) => {
    const times: number[] = []
    for (let at = from; at < to; at += every_minutes) for (let i = 0; i < places; i += 1) times.push(at)
    return times
  })
}

/** Minutes after the booked time, negative if before. */
function drawLateness({ bookings }: Venue, random: Random): number {
  const { late_share, late_mean_minutes, early_mean_minutes, early_variation } = bookings
  if (random.uniform() < late_share) return random.exponential(late_mean_minutes)
  return -random.gamma(early_mean_minutes, early_variation)
}

function drawService(service: Service, random: Random): number {
  const { distribution, mean_minutes: mean, variation, tail = Number.POSITIVE_INFINITY } = service
  const draw = () => {
    if (distribution === 'fixed') return mean
    if (distribution === 'exponential') return random.exponential(mean)
    if (distribution === 'pareto') return random.pareto(mean, tail)
    return random[distribution](mean, variation)
  }
  return draw() * MINUTE_MS
}

function drawOne<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: Random): Item {
  let rest = random.uniform() * items.reduce((sum, item) => sum + weightOf(item), 0)
  for (const item of items) {
    rest -= weightOf(item)
    if (rest < 0) return item
  }
  return items.findLast((item) => weightOf(item) > 0) as Item
}
