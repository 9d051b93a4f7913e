import type { Announcement, Caller } from '@usher/contracts'
import { newId, type Origin } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { isAllowedCountry } from '../limits/countries.ts'
import { type NotificationRecord, newNotification } from '../notifications/notification.ts'
import { alternativesTo, reachOf } from '../recipients/reach.ts'
import { ownContent } from '../templates/content.ts'

/** An announcement held by quiet hours or an outage is of no use for longer. */
const WORTH_MS = 60 * MINUTE_MS

interface By {
  readonly caller: Caller
  readonly origin: Origin
}

/** The messages of an announcement: one to each address of the guests in line who may be written to. */
export async function announcementsTo(
  ctx: NotificationContext,
  queueId: string,
  { text }: Announcement,
  by: By,
): Promise<{ records: NotificationRecord[]; notSent: number }> {
  const organizationId = by.caller.organization_id
  const guests = await ctx.guests.inLine(organizationId, queueId)
  const addressed = await addressedAmong(ctx, organizationId, guests)
  const now = ctx.clock.now()
  const byAddress = new Map<string, NotificationRecord>()
  for (const { guest, channel, to } of addressed) {
    if (byAddress.has(to)) continue
    const record = newNotification(
      newId('notification'),
      {
        ...{ organization_id: organizationId, guest_id: guest._id, queue_id: queueId, kind: null },
        ...{ channel, to, alternatives: alternativesTo(channel, guest), ...ownContent(text) },
        ...{ origin: by.origin, send_at: null, expires_at: new Date(now.getTime() + WORTH_MS) },
      },
      now,
    )
    byAddress.set(to, record)
  }
  return { records: [...byAddress.values()], notSent: guests.length - addressed.length }
}

/** The guests whom an announcement may reach, each with the address for it. */
async function addressedAmong(
  ctx: NotificationContext,
  organizationId: string,
  guests: readonly GuestRecord[],
) {
  const { countries } = await ctx.limits.read(organizationId)
  const reached = guests.flatMap((guest) => {
    const address = reachOf(guest)
    return 'to' in address && isAllowedCountry(address.to, countries) ? [{ guest, ...address }] : []
  })
  const isOut = await Promise.all(reached.map(({ to }) => ctx.optOuts.isOut(organizationId, to)))
  return reached.filter((_, index) => !isOut[index])
}
