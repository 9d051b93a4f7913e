import { type Hold, type OnlineBooking, type OnlineBookingCreate, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request } from 'express'
import { z } from 'zod'
import type { PagesContext } from '../context.ts'
import { type Query, queryOf } from '../visit.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, holdOf } from './choice.ts'

/** A time held for a customer, as read from the page address. */
export interface Held {
  readonly id: string
  readonly start: string
  /** When the hold expires. */
  readonly until: string
  readonly providerId: string
}

export const heldBy = ({ id, start, expires_at, provider_id }: Hold): Held => ({
  id,
  start,
  until: expires_at,
  providerId: provider_id,
})

export const queryOfHeld = ({ id, start, until, providerId }: Held): Query => ({
  hold: id,
  start,
  until,
  provider: providerId,
})

const moment = z.iso.datetime()

/** The hold in a query, if any. */
export function heldIn(req: Pick<Request, 'query'>): Held | undefined {
  const [id, providerId] = [queryOf(req, 'hold'), queryOf(req, 'provider')]
  const [start, until] = ['start', 'until'].map((name) => moment.safeParse(queryOf(req, name)).data)
  return id && start && until ? { id, start, until, providerId } : undefined
}

export const isStillHeld = ({ until }: Held, now: Date): boolean => Date.parse(until) > now.getTime()

/** A request of a booking page that holds or books a time. */
interface HoldRequest {
  readonly context: PagesContext
  readonly req: Request
  readonly place: BookPlace
  readonly choice: Choice
  /** The time held so far, which a new hold replaces. */
  readonly held?: Held | undefined
}

/**
 * Holds a time, in place of the one that is held. A repeat gets the same hold, as long as it lasts.
 *
 * @throws Refused
 */
export async function holdTime(request: HoldRequest, start: string, key: string): Promise<Hold> {
  const { context, req, place, choice, held } = request
  const replaced = held && isStillHeld(held, context.now()) && { replaces: held.id }
  const body = { ...holdOf(choice, start), ...replaced }
  const hold = await context.ask(req, operations.holdOnline, {
    params: { slug: place.slug },
    body,
    key,
  })
  return Date.parse(hold.expires_at) > context.now().getTime() ? hold : await holdAgain(request, hold)
}

/** Holds the time of a hold that has expired again. */
const holdAgain = (request: HoldRequest, { id, start }: Pick<Hold, 'id' | 'start'>): Promise<Hold> =>
  holdTime(request, start, `again-${id}`)

/**
 * Books a held time, once, however often it is sent. If the hold has expired, the time is held again.
 *
 * @throws Refused
 */
export async function bookHeld(
  request: HoldRequest,
  held: Pick<Held, 'id' | 'start'>,
  details: Omit<OnlineBookingCreate, 'hold_id'>,
): Promise<OnlineBooking> {
  const { context, req, place } = request
  const body = { hold_id: held.id, ...details }
  try {
    const given = { params: { slug: place.slug }, body, key: `book-${held.id}` }
    return await context.ask(req, operations.bookOnline, given)
  } catch (error) {
    if (!(error instanceof Refused && error.problem.code === 'hold_expired')) throw error
    return await bookHeld(request, await holdAgain(request, held), details)
  }
}
