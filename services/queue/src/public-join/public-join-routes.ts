import { hash } from 'node:crypto'
import { type CustomField, type Join, type Joined, type JoinPage, operations } from '@usher/contracts'
import {
  createKeyedMutex,
  normalizePhone,
  type OpenCall,
  type OperationRouter,
  ProblemError,
  type Verdict,
  withAuditNote,
} from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { addGuest, refusalOf } from '../guests/add-guest.ts'
import { changesOfAdding } from '../guests/guest-audit.ts'
import { requirePartySize, withPublicSizes } from '../guests/party-size.ts'
import { keyWithin } from '../own-place/guest-request.ts'
import { ownPlaceReply } from '../own-place/own-place-view.ts'
import type { Act } from '../queue-state/guest-change.ts'
import { nextOpening } from '../queue-state/opening-hours.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { waitOfNewcomer } from '../queue-state/queue-waits.ts'
import { ACTOR } from '../records/guest-record.ts'
import { publicJoinLimitsOf, type QueueRecord } from '../records/queue-record.ts'
import { findBySlug } from './find-by-slug.ts'

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
export function publicJoinRoutes(ctx: QueueContext, { on }: OperationRouter): void {
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
      organization_id: queue.organization_id,
      actor: ACTOR,
      resource: change.guest._id,
      changes: changesOfAdding(change.guest),
    },
  })
  return await ctx.writer.answer(joining, reply, keyWithin(access, call.idempotency))
}

const accessOf = ({ organization_id }: QueueRecord) => ({ organization_id })

/** What a queue shows people who may want to join. */
function presentJoinPage(state: QueueState, now: Date): JoinPage {
  const { organization_id, name, status, pause_reason, ...queue } = state.queue
  const refusal = joinRefusalOf(state, now)
  const { low, high } = waitOfNewcomer(state, now)
  return {
    organization_id,
    name,
    status,
    can_join: !refusal,
    refusal: (refusal?.code ?? null) as JoinPage['refusal'],
    pause_reason,
    opens_at: nextOpening(state.queue, now)?.toISOString() ?? null,
    timezone: queue.timezone,
    estimated_wait_range: { low, high },
    min_party_size: queue.min_party_size,
    max_party_size: withPublicSizes(state.queue).max_party_size,
    takes_bookings: state.queue.public_join && Boolean(state.queue.bookings),
    custom_fields: publicFieldsOf(state.queue).map(({ public: _, ...field }) => field),
  }
}

/** The join page; its ETag is derived from the content, as waits change by themselves. */
function joinPageReply(state: QueueState, now: Date) {
  const body = presentJoinPage(state, now)
  return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
}

/** The answer to a guest who has joined. */
function joinedReply({ clock, tokens, statusUrl }: QueueContext, { guest, state }: GuestChange) {
  const { body, headers } = ownPlaceReply(guest, state, clock.now())
  const joined: Joined = { ...body, status_url: statusUrl(guest._id) }
  return { body: joined, headers: { ...headers, location: `/public/guests/${tokens.of(guest._id)}` } }
}

/** Finds guests of the organisation who are in a line with a phone. */
async function findSamePhone(
  { guests, findDuplicate }: QueueContext,
  { _id: queue_id, organization_id }: QueueRecord,
  phone: string,
): Promise<SamePhone> {
  const [isHere, earliest] = await Promise.all([
    guests.hasInLine({ organization_id, queue_id }, phone),
    findDuplicate({ organization_id, phone }),
  ])
  return { isHere, earliest }
}

/** Guests in a line with the phone of somebody who joins. */
interface SamePhone {
  /** Whether one is in this queue. */
  readonly isHere: boolean
  /** The one who has been in a line longest, in any queue. */
  readonly earliest: string | null
}

/** The custom fields shown on the join page. */
const publicFieldsOf = (queue: QueueRecord): CustomField[] =>
  queue.custom_fields.filter(({ public: isPublic }) => isPublic)

/** Why nobody can join a queue by themselves now. */
function joinRefusalOf(state: QueueState, now: Date): ProblemError | undefined {
  const { queue, line } = state
  if (!queue.public_join) {
    return new ProblemError('public_join_off', 'Ask the staff to add you to this queue.')
  }
  const refusal = refusalOf(state, now)
  if (refusal || line.size < publicJoinLimitsOf(queue).max_waiting) return refusal
  return new ProblemError('queue_full', 'The queue is too long to join by yourself.')
}

/** Whether half of the places of those who join by themselves are taken. */
const isHalfFull = ({ queue, line }: QueueState): boolean =>
  line.size >= publicJoinLimitsOf(queue).max_waiting / 2

/**
 * Lets a guest join a queue by themselves. Custom fields that are not public are not required.
 *
 * @throws ProblemError `public_join_off`, `queue_paused`, `queue_closed`, `queue_full`, `already_waiting`, or
 * `validation_failed` for the party or a custom field
 */
function joinQueue(state: QueueState, given: Join, act: Act, samePhone: SamePhone): GuestChange {
  const refusal = joinRefusalOf(state, act.now)
  if (refusal) throw refusal
  requirePartySize(withPublicSizes(state.queue), given.party_size ?? 1)
  if (samePhone.isHere) {
    throw new ProblemError('already_waiting', 'A guest with this phone number is already in this queue.')
  }
  return addGuest(state, given, act, samePhone.earliest, publicFieldsOf(state.queue))
}
