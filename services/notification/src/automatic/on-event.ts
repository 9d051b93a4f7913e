import { type CloudEvent, GUEST_EVENTS, guestNotified } from '@usher/contracts'
import { appendToOutbox, type InboxModel, outboxModel, recordInInbox } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type ConsentRecord, consentBy } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import { guestAfter } from '../guests/guest-copy.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { eventOf } from '../notifications/change-notification.ts'
import type { Step } from '../notifications/lifecycle.ts'
import { QUEUE_EVENTS } from '../queues/queue-store.ts'
import { contentFrom, type Filled, ownContent } from '../templates/content.ts'
import { findTemplate, templateFor } from '../templates/find-template.ts'
import { valuesOf } from '../templates/variables.ts'
import { occasionalNotification } from './occasional-notification.ts'
import { type Occasion, occasionOf } from './occasions.ts'

/** Events that the service follows. */
export const FOLLOWED_EVENTS = [...GUEST_EVENTS, ...QUEUE_EVENTS] as const

const isOneOf =
  (definitions: readonly { readonly type: string }[]) =>
  ({ type }: CloudEvent): boolean =>
    definitions.some((definition) => definition.type === type)

/**
 * Follows guests and queues, and makes the notifications that they are an occasion for. All of it and the inbox
 * commit together, so that an event that comes twice is told of once.
 *
 * @param sendSoon has what is due taken up at once
 */
export function createEventHandler(ctx: NotificationContext, inbox: InboxModel, sendSoon: () => void) {
  return async (events: readonly CloudEvent[]): Promise<void> => {
    await ctx.connection.transaction(async (session) => {
      const ids = events.map(({ id }) => id)
      const fresh = await recordInInbox(inbox, ids, session)
      const unique = [...new Map(events.map((event) => [event.id, event])).values()]
      await follow(
        ctx,
        unique.filter(({ id }) => fresh.has(id)),
        session,
      )
    })
    sendSoon()
  }
}

async function follow(ctx: NotificationContext, events: readonly CloudEvent[], session: ClientSession) {
  await ctx.queues.apply(events.filter(isOneOf(QUEUE_EVENTS)), session)
  const ofGuests = events.filter(isOneOf(GUEST_EVENTS))
  const ids = [...new Set(ofGuests.map(({ subject }) => subject))]
  const guests = await ctx.guests.findByIds(ids, session)
  const steps: Step[] = []
  const consents: ConsentRecord[] = []
  for (const event of ofGuests) {
    const before = guests.get(event.subject)
    const guest = guestAfter(before, event)
    guests.set(event.subject, guest)
    consents.push(...consentBy(event, before, guest))
    const step = await stepFor(ctx, event, guest, session)
    if (step) steps.push(step)
  }
  await ctx.guests.put([...guests.values()], session)
  await ctx.consents.insertMany(consents, session)
  await keepNew(ctx, steps, session)
}

/** The notification that an event is an occasion for, if any. */
async function stepFor(
  ctx: NotificationContext,
  event: CloudEvent,
  guest: GuestRecord,
  session: ClientSession,
) {
  const occasion = occasionOf(event)
  if (!occasion) return undefined
  const filled = await contentFor(ctx, { event, occasion, guest, session })
  return occasionalNotification({ event, occasion, guest, filled, now: ctx.clock.now() })
}

interface Told {
  readonly event: CloudEvent
  readonly occasion: Occasion
  readonly guest: GuestRecord
  readonly session: ClientSession
}

/** What is said: the words chosen for it, or the usual ones; undefined where the chosen ones are not there. */
async function contentFor(
  ctx: NotificationContext,
  { event, occasion, guest, session }: Told,
): Promise<Filled | undefined> {
  const { organization_id } = guest
  const chosen = chosenWords(event)
  if (typeof chosen?.text === 'string') return { content: ownContent(chosen.text) }
  const template = chosen?.template_id
    ? await findTemplate(ctx, organization_id, chosen.template_id, { session })
    : await templateFor(ctx, organization_id, { kind: occasion.kind, locale: guest.locale }, { session })
  const queue = await ctx.queues.find(organization_id, guest.queue_id, session)
  return template && contentFrom(template, valuesOf(guest, queue))
}

const chosenWords = ({ type, data }: CloudEvent) =>
  type === guestNotified.type ? guestNotified.data.parse(data).message : undefined

/** Keeps those whose cause was not told of before. */
async function keepNew(
  ctx: NotificationContext,
  steps: readonly Step[],
  session: ClientSession,
): Promise<void> {
  if (steps.length === 0) return
  const { connection, notifications, clock } = ctx
  const organizations = [...new Set(steps.map(({ record }) => record.organization_id))]
  const causes = steps.map(({ record }) => record.cause ?? '')
  const known = await notifications.knownCauses(organizations, causes, session)
  const added = steps.filter(({ record }) => !known.has(record.cause ?? ''))
  await notifications.insertMany(
    added.map(({ record }) => record),
    session,
  )
  const events = added.flatMap(({ told }) => told).flatMap((state) => eventOf(state, clock.now()))
  await appendToOutbox(outboxModel(connection), events, session)
}
