import { z } from 'zod'
import { standbySchema } from '../resources/standby.ts'
import { defineEvent } from './define-event.ts'

/** A standby in events. Its link opens it to whoever has it, so webhooks do not carry it. */
const standby = z.object({
  ...standbySchema.omit({ livemode: true }).shape,
  status_url: z.url().meta({ description: "The customer's own page, by an unguessable link" }),
})

const INSIDE = ['status_url'] as const

const standbyEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, version: 1, producer: 'booking-platform', summary, data: standby, inside: INSIDE })

export const standbyAdded = standbyEvent('standby.added', 'A customer waits for a time on days that are full')

export const standbyOffered = standbyEvent(
  'standby.offered',
  'A time was freed and is held for ten minutes for a customer who waits',
)

export const standbyOfferExpired = standbyEvent(
  'standby.offer_expired',
  'A customer did not answer an offer in time and waits on',
)

export const standbyBooked = standbyEvent('standby.booked', 'A customer booked the time offered to them')

export const standbyEnded = standbyEvent('standby.ended', 'A customer waits no more, without a booking')

/** Events about customers who wait for a time. */
export const STANDBY_EVENTS = [
  standbyAdded,
  standbyOffered,
  standbyOfferExpired,
  standbyBooked,
  standbyEnded,
] as const

/** Events that the customer gets a message about. */
export const MESSAGED_STANDBY_EVENTS = [standbyAdded, standbyOffered] as const
