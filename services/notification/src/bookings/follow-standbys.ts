import { type CloudEvent, type MESSAGED_STANDBY_EVENTS, standbyAdded } from '@usher/contracts'
import { originOf, PermanentError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import { composeMessage, customerRecipient } from '../messages/compose-message.ts'
import type { Step } from '../notifications/lifecycle.ts'

/** The messages that events of standbys call for: a confirmation by e-mail, and each offer while it is live. */
export async function followStandbys(
  ctx: NotificationContext,
  events: readonly CloudEvent[],
): Promise<Step[]> {
  const steps: Step[] = []
  for (const event of events) {
    const step = await STEPS[event.type as MessagedType](ctx, event)
    if (step) steps.push(step)
  }
  return steps
}

function standbyOf({ organizationid: organization_id, data }: CloudEvent) {
  const parsed = standbyAdded.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a standby')
  return { standby: parsed.data, customer: { organization_id, ...parsed.data.customer } }
}

async function joiningTold(ctx: NotificationContext, event: CloudEvent): Promise<Step | undefined> {
  const { standby, customer } = standbyOf(event)
  const { service_name, status_url, windows } = standby
  const occasion = {
    kind: 'booking_standby',
    cause: `booking_standby ${event.id}`,
    origin: originOf(event),
    expires_at: new Date(Math.max(...windows.map(({ to }) => Date.parse(to)))),
  } as const
  const recipient = customerRecipient({ ...customer, phone: null })
  const values = { guest_name: customer.name, service_name, status_url }
  return recipient && (await composeMessage(ctx, occasion, recipient, values))
}

async function offerTold(ctx: NotificationContext, event: CloudEvent): Promise<Step | undefined> {
  const { standby, customer } = standbyOf(event)
  const { service_name, status_url, offer } = standby
  const leftMs = offer ? Date.parse(offer.offered_until) - ctx.clock.now().getTime() : 0
  if (!offer || leftMs <= 0) return undefined
  const minutes_left = Math.max(1, Math.round(leftMs / MINUTE_MS))
  const occasion = {
    kind: 'booking_offered',
    cause: `booking_offered ${event.id}`,
    origin: originOf(event),
    start: { at: new Date(offer.start), timeZone: offer.timezone },
    expires_at: new Date(offer.offered_until),
  } as const
  const { provider_name } = offer
  const values = { guest_name: customer.name, service_name, provider_name, minutes_left, status_url }
  const recipient = customerRecipient(customer)
  return recipient && (await composeMessage(ctx, occasion, recipient, values))
}

type MessagedType = (typeof MESSAGED_STANDBY_EVENTS)[number]['type']

const STEPS = { 'standby.added': joiningTold, 'standby.offered': offerTold } satisfies Record<
  MessagedType,
  unknown
>
