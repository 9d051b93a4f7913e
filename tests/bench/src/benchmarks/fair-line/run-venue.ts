import { MINUTE_MS } from '@usher/service-kit/durations'
import type { FairRules } from '../../../../../services/queue/src/fair-line/index.ts'
import { unexplained } from '../../../../../services/queue/src/fair-line/testing/unexplained.ts'
import { createRandom } from '../random.ts'
import {
  firstCome,
  minutesBefore,
  type Policy,
  separateLanes,
  strictPrecedence,
  usherPolicy,
} from './policies.ts'
import { type DayResult, type Served, simulateDay } from './simulate-day.ts'
import type { Venue } from './venue.ts'
import { drawPeople, learnServices, type Person } from './venue.ts'

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

const workOf = (days: readonly (readonly Person[])[]): number =>
  days.flat().reduce((sum, { arrivesAt, serviceMs }) => sum + (arrivesAt === undefined ? 0 : serviceMs), 0)

export type Score = ReturnType<typeof scoreOf>

const ON_TIME_MS = 5 * MINUTE_MS

export function scoreOf(rule: string, days: readonly DayResult[]) {
  const served = days.flatMap((day) => day.served)
  const sum = (of: (day: DayResult) => number) => days.reduce((total, day) => total + of(day), 0)
  const bookings = served.filter(({ person }) => person.bookedAt !== null)
  const punctual = bookings.filter(({ person }) => (person.arrivesAt ?? 0) <= (person.bookedAt ?? 0))
  const onTime = punctual.filter(({ person, startedAt }) => startedAt <= (person.bookedAt ?? 0) + ON_TIME_MS)
  return {
    rule,
    /** Of the bookings whose customer came on time, those that started within five minutes of their time. */
    onTimePercent: (100 * onTime.length) / punctual.length,
    walkIns: waitsOf(served.filter(({ person }) => person.bookedAt === null)),
    bookings: waitsOf(bookings),
    /** Of the time of open lanes, that in which they were empty while a person waited. */
    emptyPercent: (100 * sum(({ idleLaneMs }) => idleLaneMs)) / sum(({ openLaneMs }) => openLaneMs),
  }
}

function waitsOf(served: readonly Served[]) {
  const waits = served.map(waitOf).sort((a, b) => a - b)
  return {
    mean: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    p90: waits[Math.floor(0.9 * (waits.length - 1))] ?? Number.NaN,
    longest: waits.at(-1) ?? Number.NaN,
  }
}

/** Minutes from arrival, or from the booked time if that was later. */
function waitOf({ person: { arrivesAt = 0, bookedAt }, startedAt }: Served): number {
  return Math.max(0, startedAt - Math.max(arrivesAt, bookedAt ?? 0)) / MINUTE_MS
}
