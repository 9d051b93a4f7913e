import type { LineClause } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { GuestLookup } from '../engine/batch.ts'
import { StaleStateError } from '../engine/commit.ts'
import { type FairRules, type LineNow, nextToStart } from '../fair-line/index.ts'
import { fairRulesOf, lineNow, type Moment } from '../queue-state/line-now.ts'
import { decideNext } from '../queue-state/line-order.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/** Whom to call next. */
export interface NextGuest {
  readonly guest: GuestRecord
  /** Why; null: the queue expects no bookings. */
  readonly clause: LineClause | null
}

/**
 * The first guest who is waiting, not yet notified and not away; where the queue expects bookings, whose turn it is by
 * its rules.
 *
 * @throws ProblemError `queue_empty`, `lane_kept_for_booking`; StaleStateError if the guest is not at the version the
 * line has
 */
export function nextGuest(state: QueueState, lookUp: GuestLookup, moment: Moment): NextGuest {
  const { bookings } = state.queue
  const next = bookings
    ? nextByRules(lineNow(state, moment), fairRulesOf(bookings))
    : firstInLine(state, moment)
  const guest = lookUp(next.id)
  const place = guest && state.line.find({ id: guest._id, rank: guest.rank })
  const isSame = guest?.status === 'waiting' && place && guest.queue_id === state.queue._id
  if (!isSame) throw new StaleStateError('the next guest is not known yet')
  return { guest, clause: next.clause }
}

/** Ids of the guests whom so many calls in a row would take. */
export function nextIds(state: QueueState, count: number, moment: Moment): string[] {
  if (!state.queue.bookings) return state.line.firstWaiting(count, moment.now).map(({ id }) => id)
  const rules = fairRulesOf(state.queue.bookings)
  let line = lineNow(state, moment)
  const ids: string[] = []
  while (ids.length < count) {
    const decision = nextToStart(line, rules)
    if (decision.kind !== 'start') break
    ids.push(decision.id)
    line = { ...line, entries: line.entries.filter(({ id }) => id !== decision.id) }
  }
  return ids
}

interface Next {
  readonly id: string
  readonly clause: LineClause | null
}

const empty = () => new ProblemError('queue_empty', 'No guest is waiting to be notified.')

function firstInLine({ line }: QueueState, { now }: Moment): Next {
  const [next] = line.firstWaiting(1, now)
  if (!next) throw empty()
  return { id: next.id, clause: null }
}

function nextByRules(line: LineNow, rules: FairRules): Next {
  const decision = decideNext(line, rules)
  if (decision.kind === 'start') return decision
  if (decision.kind === 'keep') {
    const until = new Date(decision.until).toISOString()
    throw new ProblemError(
      'lane_kept_for_booking',
      `The place is kept for a booking until ${until} at the latest. Somebody can be called by name all the same.`,
    )
  }
  throw empty()
}
