import { createRandom } from '../random.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import { type Arrival, type PlannedDay, planDay } from './plan-day.ts'
import type { Scenario } from './scenario.ts'
import { type Renewal, renewalOf, type TimedQuote } from './score.ts'

const DAY_MINUTES = 24 * 60
const NEVER = Number.POSITIVE_INFINITY

export interface QuotedWait extends Quote {
  readonly actual: number
  readonly ahead: number
  /** Parties that had joined before, since the simulation began. */
  readonly joinedBefore: number
  /** Absent for methods that do not renew quotes. */
  readonly renewal?: Renewal
}

/**
 * Runs a venue day by day: a discrete-event simulation of one line. Every method sees the same events, guest by guest,
 * as staff enter them, and none sees the future.
 *
 * @returns for each method, its quotes on the scored days to guests who were served
 */
export function simulate(scenario: Scenario, seed: number, methods: readonly Method[]): QuotedWait[][] {
  const random = createRandom(seed)
  const scored: QuotedWait[][] = methods.map(() => [])
  let forgotten: readonly Guest[] = []
  let joinedBefore = 0
  for (let number = 0; number < scenario.history_days + scenario.scored_days; number += 1) {
    const plan = planDay(scenario, number, random)
    const isScored = number >= scenario.history_days
    const midnight = number * DAY_MINUTES
    const result = simulateDay(scenario, plan, { midnight, joinedBefore, methods, isScored, left: forgotten })
    forgotten = result.forgotten
    joinedBefore += plan.arrivals.length
    if (!isScored) continue
    for (const { quotes, actual, joinedBefore } of result.served) {
      for (const [i, ofMethod] of quotes.entries()) {
        const renewal = methods[i]?.requote && { renewal: renewalOf(ofMethod, actual) }
        scored[i]?.push({ ...ofMethod[0], actual, joinedBefore, ...renewal })
      }
    }
  }
  return scored
}

/** A party in line as staff and methods see it. */
interface Listed {
  readonly party: Arrival
  readonly guest: Guest
  readonly quotes: readonly [TimedQuote, ...TimedQuote[]][]
  readonly joinedBefore: number
  /** Whether it does not wait any more, which staff have yet to enter. */
  isGone: boolean
}

interface Note {
  readonly at: number
  readonly enter: (minute: number) => void
}

interface Options {
  /** Minutes from the start of the simulation to the start of the day. */
  readonly midnight: number
  readonly joinedBefore: number
  readonly methods: readonly Method[]
  /** Whether the day counts: quotes are renewed each minute then. */
  readonly isScored: boolean
  /** Guests of the day before, whom everybody forgot. */
  readonly left: readonly Guest[]
}

/** Runs a day. Returns the guests who were served, and those who stay on the list. */
function simulateDay(scenario: Scenario, plan: PlannedDay, options: Options) {
  const { midnight, methods, isScored, left } = options
  const list: Listed[] = []
  /** Lanes and tables that are taken, the first to be free first; a lane has no seats. */
  const busy: { readonly until: number; readonly seats: number }[] = []
  /** In the order in which they will be entered. */
  const notes: Note[] = []
  const served: (Listed & { readonly actual: number })[] = []
  const coming = [...plan.arrivals]
  const boats = [...plan.departures]
  const laneChanges = plan.laneChanges.filter((at) => at > scenario.opens)
  /** Parties, or people, that the boat at the pier still takes. */
  let places = 0
  let joined = options.joinedBefore
  let changes = 0
  let announcedLanes = plan.announcedLanesAt(scenario.opens)
  let renewsAt = isScored ? scenario.opens : NEVER

  const { opens, closes, forgets_overnight } = scenario
  for (const guest of left) for (const method of methods) method.started(guest, momentAt(opens), 0)
  for (let next = nextAt(); next < closes; next = nextAt()) {
    renewQuotes(next)
    if ((notes[0]?.at ?? NEVER) <= next) notes.shift()?.enter(next)
    else advance(next)
  }
  renewQuotes(closes)
  for (const { enter } of notes.splice(0)) enter(closes)
  if (forgets_overnight) return { served, forgotten: list.map(({ guest }) => guest) }
  for (const listed of [...list]) recordLeaving(listed, closes)
  return { served, forgotten: [] }

  /** When something happens, or is entered, next. */
  function nextAt(): number {
    return Math.min(
      coming[0]?.at ?? NEVER,
      boats[0] ?? NEVER,
      laneChanges[0] ?? NEVER,
      busy[0]?.until ?? NEVER,
      notes[0]?.at ?? NEVER,
      ...list.map(leavesAt),
    )
  }

  /** Does what happens at a minute, which is the next. */
  function advance(minute: number): void {
    while ((busy[0]?.until ?? NEVER) <= minute) busy.shift()
    while ((laneChanges[0] ?? NEVER) <= minute) laneChanges.shift()
    if ((coming[0]?.at ?? NEVER) <= minute) join(coming.shift() as Arrival)
    else leave(minute)
    if ((boats[0] ?? NEVER) <= minute) {
      boats.shift()
      places = scenario.departures?.people ?? scenario.departures?.parties ?? 0
    }
    for (let next = choose(minute); next; next = choose(minute)) call(next, minute)
    places = 0
  }

  function join(party: Arrival): void {
    const behind = party.hasPriority ? list.findIndex((one) => !one.party.hasPriority) : -1
    const ahead = behind < 0 ? list.length : behind
    const moment = momentAt(party.at, ahead)
    const guest = { size: party.size, joined: moment.now }
    const timed = { after: 0, events: eventsUntil(party.at), ahead }
    const quotes = methods.map((method): [TimedQuote] => [{ ...method.quote(guest, moment), ...timed }])
    list.splice(ahead, 0, { party, guest, quotes, joinedBefore: joined, isGone: false })
    joined += 1
  }

  function leave(minute: number): void {
    const listed = list.find((one) => leavesAt(one) <= minute)
    if (!listed) return
    listed.isGone = true
    enterAt(plan.leavingEnteredAt(minute), minute, (at) => recordLeaving(listed, at))
  }

  function choose(minute: number): Listed | undefined {
    const { departures, tables } = scenario
    if (tables) return list.find(({ isGone, party }) => !isGone && tableFor(party.size) < NEVER)
    const next = list.find(({ isGone }) => !isGone)
    if (departures) return next && places >= placesFor(next.party) ? next : undefined
    return busy.length < plan.lanesAt(minute) ? next : undefined
  }

  function call(listed: Listed, minute: number): void {
    const { party } = listed
    const { startEnteredAt, leavingEnteredAt } = plan
    const heldFor = minutesHeld(party, minute)
    // A silent leaver is known to be gone as soon as they are called.
    if (heldFor !== 0) occupy(party, minute, heldFor)
    listed.isGone = true
    const startAt = startEnteredAt(minute)
    enterAt(startAt, minute, (at) => recordStart(listed, at))
    if (heldFor === undefined) served.push({ ...listed, actual: minute - party.at })
    else {
      const absentAt = leavingEnteredAt(Math.max(startAt, minute + heldFor))
      enterAt(absentAt, minute, (at) => recordAbsence(listed, at))
    }
  }

  /** Minutes that a place is kept for a party that does not come; undefined if it comes. */
  function minutesHeld({ at, patience, isSilent, comes }: Arrival, minute: number): number | undefined {
    if (isSilent && at + patience <= minute) return 0
    return comes ? undefined : (scenario.no_shows?.grace_minutes ?? 0)
  }

  function occupy(party: Arrival, minute: number, heldFor: number | undefined): void {
    if (scenario.departures) {
      places -= placesFor(party)
      return
    }
    const until = minute + (heldFor ?? party.service * plan.slowness(minute))
    busy.push({ until, seats: tableFor(party.size) })
    busy.sort((a, b) => a.until - b.until)
  }

  function placesFor({ size }: Arrival): number {
    return scenario.departures?.people === undefined ? 1 : size
  }

  /** Seats of the smallest free table for a party; Infinity if there is none. */
  function tableFor(size: number): number {
    const fitting = scenario.tables?.filter(({ seats }) => seats >= size) ?? []
    const free = fitting.filter(
      ({ seats, count }) => busy.filter((one) => one.seats === seats).length < count,
    )
    return Math.min(...free.map(({ seats }) => seats))
  }

  /** Renews the quotes of all who wait, at each whole minute before the next event. */
  function renewQuotes(next: number): void {
    for (; renewsAt < next; renewsAt += 1) {
      const minute = renewsAt
      if (list.every(({ isGone }) => isGone)) continue
      const moment = momentAt(minute)
      const events = eventsUntil(minute)
      for (const [ahead, { guest, party, quotes, isGone }] of list.entries()) {
        if (isGone) continue
        const asked = { ...moment, line: moment.line.slice(0, ahead) }
        for (const [i, method] of methods.entries()) {
          const quote = method.requote?.(guest, asked)
          if (quote) quotes[i]?.push({ ...quote, after: minute - party.at, events, ahead })
        }
      }
    }
  }

  function enterAt(at: number, minute: number, enter: Note['enter']): void {
    if (at <= minute) enter(minute)
    else {
      notes.push({ at, enter })
      notes.sort((a, b) => a.at - b.at)
    }
  }

  function recordStart(listed: Listed, minute: number): void {
    const ahead = remove(listed)
    for (const method of methods) method.started(listed.guest, momentAt(minute), ahead)
  }

  function recordLeaving(listed: Listed, minute: number): void {
    remove(listed)
    for (const method of methods) method.left(listed.guest, momentAt(minute))
  }

  function recordAbsence({ guest }: Listed, minute: number): void {
    changes += 1
    for (const method of methods) method.absent?.(guest, momentAt(minute))
  }

  /** Takes a party off the list, and returns how many were ahead of it. */
  function remove(listed: Listed): number {
    changes += 1
    const ahead = list.indexOf(listed)
    list.splice(ahead, 1)
    return ahead
  }

  function eventsUntil(minute: number): number {
    const announced = plan.announcedLanesAt(minute)
    if (announced !== announcedLanes) changes += 1
    announcedLanes = announced
    return changes
  }

  function momentAt(minute: number, ahead = list.length): Moment {
    return {
      now: midnight + minute,
      hour: (plan.weekday * 24 + Math.floor(minute / 60)) % (7 * 24),
      // The setting is never less.
      lanes: Math.max(1, plan.announcedLanesAt(minute)),
      serviceMinutes: scenario.settings.service_minutes,
      closesIn: scenario.closes - minute,
      line: list.slice(0, ahead).map(({ guest }) => guest),
    }
  }
}

/** When a party leaves unserved and says so. */
const leavesAt = ({ party, isGone }: Listed): number =>
  isGone || party.isSilent ? NEVER : party.at + party.patience
