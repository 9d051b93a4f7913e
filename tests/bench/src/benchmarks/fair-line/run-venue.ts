import { MINUTE_MS } from '@usher/service-kit/durations'
import type { FairRules } from '../../../../../services/queue/src/fair-line/index.ts'
import { unexplained } from '../../../../../services/queue/src/fair-line/testing/unexplained.ts'
import { createRandom } from '../wait-estimates/random.ts'
import { drawPeople, learnServices, type Person } from './people.ts'
import {
  firstCome,
  minutesBefore,
  type Policy,
  separateLanes,
  strictPrecedence,
  usherPolicy,
} from './policies.ts'
import { type Score, scoreOf } from './score.ts'
import { simulateDay } from './simulate-day.ts'
import type { Venue } from './venue.ts'

/** A venue under one seed. */
export interface Run {
  readonly label: string
  readonly usher: Score
  /** The rules it is compared with. */
  readonly others: readonly Score[]
  /** The product's other modes, and what is known of the possible; not compared. */
  readonly further: readonly Score[]
  readonly calls: number
  readonly unexplained: readonly string[]
}

export function runVenue(venue: Venue, seed: number): Run {
  const random = createRandom(seed)
  const known = learnServices(venue, random)
  const days = Array.from({ length: venue.days }, () => drawPeople(venue, known, random))
  const label = `${venue.name}, seed ${seed}`
  const run = (policy: Policy, people = days) =>
    scoreOf(
      policy.name,
      people.map((day) => simulateDay(venue, day, policy)),
    )
  let calls = 0
  const faults: string[] = []
  const merge = rulesOf(venue, 'merge')
  const usher = usherPolicy('Usher: merge', merge, (line, decision) => {
    calls += 1
    const fault = unexplained(line, decision, merge)
    if (fault) faults.push(`${label}: ${fault}`)
  })
  const others = [firstCome, strictPrecedence, minutesBefore, separateLanes(shareOfBookings(days))]
  const modes = (['precedence', 'separate'] as const).map((mode) =>
    usherPolicy(`Usher: ${mode}`, rulesOf(venue, mode)),
  )
  const foreseen: Policy = { ...usherPolicy('merge, all foreseen', merge), foresees: true }
  const alone = { ...strictPrecedence, name: 'bookings alone' }
  return {
    label,
    usher: run(usher),
    others: others.map((policy) => run(policy)),
    further: [...modes.map((policy) => run(policy)), run(foreseen), run(alone, days.map(bookingsOf))],
    calls,
    unexplained: faults,
  }
}

function rulesOf({ rules }: Venue, mode: FairRules['mode']): FairRules {
  return {
    mode,
    earlyMs: rules.early_minutes * MINUTE_MS,
    lateMs: rules.late_minutes * MINUTE_MS,
    toleranceMs: rules.tolerance_minutes * MINUTE_MS,
    walkInShare: rules.walk_in_share,
  }
}

const bookingsOf = (people: readonly Person[]): Person[] => people.filter(({ bookedAt }) => bookedAt !== null)

/** Share of the work of all days that bookings bring. */
function shareOfBookings(days: readonly (readonly Person[])[]): number {
  const work = (people: readonly Person[]) =>
    people.reduce((sum, { arrivesAt, serviceMs }) => (arrivesAt === undefined ? sum : sum + serviceMs), 0)
  const total = (of: (people: readonly Person[]) => readonly Person[]) =>
    days.reduce((sum, people) => sum + work(of(people)), 0)
  return total(bookingsOf) / total((people) => people)
}
