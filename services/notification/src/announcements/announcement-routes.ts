import { type Announcement, type AnnouncementResult, type Caller, operations } from '@usher/contracts'
import { changesBetween, type OperationRouter, type Origin } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { type Address, type NotificationRecord, newNotification } from '../notifications/notification.ts'
import { requireQueue } from '../queues/require-queue.ts'
import { permissionOf } from '../recipients/permitted.ts'
import { alternativesTo, reachOf } from '../recipients/reach.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { ownContent } from '../templates/content.ts'

/** Route for announcements to a whole line. */
export function announcementRoutes(
  ctx: NotificationContext,
  { on }: OperationRouter,
  { dispatcher }: Sending,
): void {
  on(operations.announceToQueue, async ({ params, body, caller, origin, idempotency }) => {
    await requireQueue(ctx, caller, params.id)
    await ctx.organizations.learn(caller)
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const { records, notSent } = await createAnnouncement(ctx, params.id, body, { caller, origin })
      if (records.length > 0) await ctx.notifications.insertMany(records, session)
      const announced = { accepted: records.length, not_sent: notSent }
      const audited: AnnouncementResult & Announcement = { text: body.text, ...announced }
      const changes = changesBetween<AnnouncementResult & Announcement>(null, audited, ['text'])
      return { body: announced, audit: { resource: params.id, changes } }
    })
    void dispatcher.run()
    return reply
  })
}

/** Expiry of an announcement that quiet hours or an outage hold back. */
const TIME_TO_LIVE_MS = 60 * MINUTE_MS

/**
 * Announcements are sent one after the other in this interval: calls of guests, which are due at once, go between
 * them.
 */
const INTERVAL_MS = 40

interface Sender {
  readonly caller: Caller
  readonly origin: Origin
}

/** The messages of an announcement, one per address, to the guests in line. */
async function createAnnouncement(
  ctx: NotificationContext,
  queueId: string,
  { text }: Announcement,
  { caller: { organization_id }, origin }: Sender,
): Promise<{ records: NotificationRecord[]; notSent: number }> {
  const guests = await ctx.guests.inLine(organization_id, queueId)
  const reachable = await reachableGuests(ctx, organization_id, guests)
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + TIME_TO_LIVE_MS)
  const records = firstOfEachAddress(reachable).map(({ guest, address, alternatives }, index) => ({
    ...newNotification(
      {
        organization_id,
        guest_id: guest._id,
        queue_id: queueId,
        ...ownContent(text),
        ...address,
        alternatives,
        origin,
        expires_at,
        to_line: true,
      },
      now,
    ),
    due_at: new Date(now.getTime() + index * INTERVAL_MS),
  }))
  return { records, notSent: guests.length - reachable.length }
}

interface Reachable {
  readonly guest: GuestRecord
  readonly address: Address
  readonly alternatives: readonly Address[]
}

async function reachableGuests(
  ctx: NotificationContext,
  organizationId: string,
  guests: readonly GuestRecord[],
): Promise<Reachable[]> {
  const permitted = await permissionOf(ctx, organizationId)
  const all = await Promise.all(
    guests.map(async (guest) => {
      const reached = reachOf(guest)
      if (!('to' in reached)) return []
      const addresses = [reached, ...alternativesTo(reached.channel, guest)]
      const [address, ...alternatives] = await permitted(addresses)
      return address ? [{ guest, address, alternatives }] : []
    }),
  )
  return all.flat()
}

function firstOfEachAddress(reachable: readonly Reachable[]): Reachable[] {
  const seen = new Set<string>()
  return reachable.filter(({ address: { to } }) => !seen.has(to) && seen.add(to))
}
