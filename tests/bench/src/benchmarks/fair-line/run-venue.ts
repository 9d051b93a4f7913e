import { MINUTE_MS } from '@usher/service-kit/durations'
import type { FairRules } from '../../../../../services/queue/src/fair-line/index.ts'
import { unexplained } from '../../../../../services/queue/src/fair-line/testing/unexplained.ts'
import { createRandom } from '../random.ts'
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
  const bookings = days.map((people) => people.filter(({ bookedAt }) => bookedAt !== null))
  const label = `${venue.name}, seed ${seed}`
  const run = (policy: Policy, people = days): Score =>
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
  const separate = separateLanes(workOf(bookings) / workOf(days))
  return {
    label,
    usher: run(usher),
    others: [firstCome, strictPrecedence, minutesBefore, separate].map((policy) => run(policy)),
    further: [
      run(usherPolicy('Usher: precedence', rulesOf(venue, 'precedence'))),
      run(usherPolicy('Usher: separate', rulesOf(venue, 'separate'))),
      run({ ...usherPolicy('merge, all foreseen', merge), foresees: true }),
      run({ ...strictPrecedence, name: 'bookings alone' }, bookings),
    ],
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

/** The work that people bring. */
const workOf = (days: readonly (readonly Person[])[]): number =>
  days.flat().reduce((sum, { arrivesAt, serviceMs }) => sum + (arrivesAt === undefined ? 0 : serviceMs), 0)
