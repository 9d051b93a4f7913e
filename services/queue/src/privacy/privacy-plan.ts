import { eventQueue } from '@usher/contracts'
import type { Erasing, PrivacyPlan } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { reloadLines } from '../expected/reload-lines.ts'
import { type GuestDecision, removeGuest } from '../guests/transitions.ts'
import { quietChange } from '../queue-state/guest-change.ts'
import { storedQueue } from '../queues/queue-view.ts'
import { type GuestRecord, isInLine, WITHOUT_PERSON } from '../records/guest-record.ts'

/** What is exported, erased and kept for a time of guests. */
export function privacyPlan(ctx: QueueContext): PrivacyPlan {
  const { ledger, retentions, idempotency } = ctx
  const guests = ctx.guests.personalData({
    ledger,
    erase: (found, erasing) => eraseGuests(ctx, found, erasing),
    organizations: () => ctx.queues.organizations(),
  })
  const expected = ctx.expected.personalData((serviceTypeIds, { origin }) =>
    reloadLines(ctx, serviceTypeIds, origin),
  )
  const queues = ctx.queues.personalData(ledger, (found) =>
    found.map((queue) => ({ type: 'queue', ...storedQueue(queue) })),
  )
  return {
    service: 'queue',
    people: {
      exported: [guests, expected],
      erased: [expected, guests],
      isRepeated: false,
    },
    organization: {
      exported: [queues, guests],
      deleted: [guests, expected, queues],
      alsoDeleted: [idempotency],
      isRepeated: true,
    },
    retention: {
      ...eventQueue('queue.retention'),
      retentions,
      stores: [guests],
    },
  }
}

async function eraseGuests(ctx: QueueContext, found: readonly GuestRecord[], { now, origin }: Erasing) {
  // First, as anonymised guests are not found again.
  await ctx.ledger.forgetReasons(found.map(({ _id }) => _id))
  const act = { now, origin, statusUrl: ctx.statusUrl }
  const erase = ({ _id, organization_id }: GuestRecord) =>
    ctx.writer.submit(
      guestCommand(_id, { organization_id }, (line, guest) => withoutPerson(line, guest, act)),
    )
  await Promise.all(found.map(erase))
}

/**
 * Anonymises a guest for good, in any status. A guest in line leaves it; that event no longer names anybody.
 * Otherwise there is no event: what remains (party size, times, queue) is unchanged.
 */
const withoutPerson: GuestDecision = (state, guest, act) => {
  if (guest.anonymized_at) return { state, guest, events: [] }
  const nobody = { ...guest, ...WITHOUT_PERSON, anonymized_at: act.now }
  if (isInLine(guest.status)) {
    const removal = removeGuest(state, nobody, act)
    return { ...removal, guest: { ...removal.guest, left_from: null } }
  }
  return quietChange(state, { ...nobody, updated_at: act.now })
}
