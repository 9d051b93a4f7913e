import { type Idempotency, ProblemError, type Reply } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { alternativesTo } from '../availability/alternatives.ts'
import type { BookingPlatformContext } from '../context.ts'
import { SlotRefused } from './slot-refused.ts'

interface Command {
  readonly idempotency?: Idempotency | undefined
  /** Absent: it does not wait for others. */
  readonly turn?: Turn
}

/**
 * Takes or moves time in a transaction, once under an idempotency key. A refusal has the nearest bookable times, which
 * are searched outside the failed transaction.
 */
export async function bookingCommand<Body>(
  ctx: BookingPlatformContext,
  { idempotency, turn }: Command,
  work: (session: ClientSession) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const once = () => ctx.idempotency.once(idempotency, work)
  try {
    return await (turn ? inTurn(ctx, turn, once) : once())
  } catch (error) {
    if (!(error instanceof SlotRefused)) throw error
    const alternatives = await alternativesTo(ctx, error.start, error.question)
    throw new ProblemError(error.code, error.message, { ...error.options, extensions: { alternatives } })
  }
}

interface Turn {
  readonly organization_id: string
  readonly service_type_id?: string | undefined
  readonly provider_id?: string | null | undefined
  /** Whether it is booked, and not only held: then a customer's bookings of the day are counted, too. */
  readonly isBooked?: boolean
}

/**
 * Serialises bookings and holds of the same time in this process; across replicas, the database does. Those that count
 * the bookings of a day of a service type lock that day, whichever provider they are with, so they take turns by
 * service type.
 */
export async function inTurn<T>(
  ctx: BookingPlatformContext,
  { organization_id, service_type_id, provider_id, isBooked = false }: Turn,
  work: () => Promise<T>,
): Promise<T> {
  const type = service_type_id && (await ctx.serviceTypes.find(organization_id, service_type_id))
  const locksDay = type && (type.max_per_day !== null || (isBooked && type.max_per_customer_per_day !== null))
  const key = locksDay ? type._id : (provider_id ?? service_type_id)
  return await (key === undefined ? work() : ctx.takeTurns(key, work))
}
