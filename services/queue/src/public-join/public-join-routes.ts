import { type Join, operations } from '@usher/contracts'
import {
  createKeyedMutex,
  normalizePhone,
  type OpenCall,
  type OpenOperationRouter,
  type Verdict,
  withAuditNote,
} from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { changesOfAdding } from '../guests/guest-audit.ts'
import { ACTOR, keyWithin } from '../own-place/guest-request.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { GuestChange } from '../queue-state/queue-state.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { findBySlug } from './find-by-slug.ts'
import { isHalfFull, joinQueue, type SamePhone } from './join-decision.ts'
import { joinedReply, joinPageReply } from './join-view.ts'
import { findSamePhone } from './same-phone.ts'

/** How often a phone is looked up again because the queue changed meanwhile. */
const MAX_LOOKS = 5

const NOBODY: SamePhone = { isHere: false, earliest: null }

/** The queue has changed since the phone was looked up. */
class QueueChangedError extends Error {
  override name = 'QueueChangedError'
}

type JoinCall = Pick<OpenCall<typeof operations.joinQueue>, 'origin' | 'idempotency' | 'clientAddress'>

interface CountedCall extends JoinCall {
  /** Whether this address may join now. */
  readonly verdict: Verdict
}

/** Routes for people who join a queue by themselves, identified by the slug of its join page. */
export function addPublicJoinRoutes({ on }: OpenOperationRouter, ctx: QueueContext): void {
  const exclusively = createKeyedMutex()

  on(operations.getJoinPage, async ({ params }) => {
    const { queue } = await findBySlug(ctx, params.slug)
    return joinPageReply(await ctx.reader.queue(queue._id, accessOf(queue)), ctx.clock.now())
  })
  on(operations.joinQueue, async (call) => {
    const { queue, country } = await findBySlug(ctx, call.params.slug)
    const note = { organization_id: queue.organization_id, actor: ACTOR, resource: queue._id }
    return await withAuditNote(note, async () => {
      const { phone: spelled, ...rest } = call.body
      if (!spelled) return await joinCounted(ctx, queue, call, rest)
      const phone = normalizePhone(spelled, country)
      // Serialised by phone, so that two joins at the same moment see each other.
      return await exclusively(`${queue._id} ${phone}`, () =>
        joinCounted(ctx, queue, call, { ...rest, phone }),
      )
    })
  })
}

/** Lets a guest join unless the address has reached its limit; only guests actually added count. */
async function joinCounted(ctx: QueueContext, queue: QueueRecord, call: JoinCall, given: Join) {
  const { _id, organization_id, public_join_limits: limits } = queue
  // A venue that sets a limit of its own knows its network.
  const own = limits?.max_per_address
  return await ctx.guard.attempt(
    'join',
    { queue: _id, address: call.clientAddress },
    (verdict) => join(ctx, queue, { ...call, verdict }, given),
    {
      ...(own != null && { points: { address: own, crowd: own } }),
      shownTo: { organizationId: organization_id, resource: _id },
    },
  )
}

/**
 * Lets a guest join. Whether the phone is already in line is decided on the queue it was looked up in, as other
 * replicas add guests too. In a queue that changes too fast for that, the last look-up counts.
 */
async function join(ctx: QueueContext, queue: QueueRecord, call: CountedCall, given: Join) {
  for (let look = 1; ; look += 1) {
    try {
      return await joinOnce(ctx, queue, call, { given, mustBeSame: given.phone != null && look < MAX_LOOKS })
    } catch (error) {
      if (!(error instanceof QueueChangedError)) throw error
    }
  }
}

async function joinOnce(
  ctx: QueueContext,
  queue: QueueRecord,
  call: CountedCall,
  { given, mustBeSame }: { readonly given: Join; readonly mustBeSame: boolean },
) {
  const access = accessOf(queue)
  const origin = { ...call.origin, organizationId: queue.organization_id, actor: ACTOR }
  const seen = await ctx.reader.queue(queue._id, access)
  const samePhone = given.phone ? await findSamePhone(ctx, queue, given.phone) : NOBODY
  const joining: Command<GuestChange> = {
    queueId: queue._id,
    decide(current) {
      const state = requireOwnQueue(current, access)
      // Checked here, as a repeat under its idempotency key is not decided again.
      if (call.verdict.refusal) throw call.verdict.refusal
      // Decisions see the version that they will commit.
      if (mustBeSame && state.queue.line_version !== seen.queue.line_version + 1)
        throw new QueueChangedError()
      const crowded = call.verdict.beyond.get('crowd')
      if (crowded && isHalfFull(state)) throw crowded
      return joinQueue(state, given, { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }, samePhone)
    },
  }
  const reply = (change: GuestChange) => ({
    ...joinedReply(ctx, change),
    audit: {
      ...{ organization_id: queue.organization_id, actor: ACTOR, resource: change.guest._id },
      changes: changesOfAdding(change.guest),
    },
  })
  return await ctx.writer.answer(joining, reply, keyWithin(access, call.idempotency))
}

const accessOf = ({ organization_id }: QueueRecord) => ({ organization_id })
