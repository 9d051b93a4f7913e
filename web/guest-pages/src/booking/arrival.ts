import { type OwnBooking, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request, RequestHandler, Response } from 'express'
import type { PagesContext } from '../context.ts'
import { keyOf } from '../form.ts'
import { seeOther } from '../respond.ts'
import { addressOf, queryOf, visitOf } from '../visit.ts'

/** How often the page looks for the place, and after how many seconds each time. */
const MAX_LOOKS = 30
const LOOK_EVERY_SECONDS = 2

/** Checks the customer of a booking in; then the page of the booking leads to their place. */
export const checkIn =
  ({ ask }: PagesContext): RequestHandler<{ token: string }> =>
  async (req, res) => {
    const { token } = req.params
    const { lang } = visitOf(req).kept
    const back = (query: object) =>
      seeOther(res, addressOf(`/b/${encodeURIComponent(token)}`, { ...query, ...(lang && { lang }) }))
    try {
      await ask(req, operations.checkInOwnBooking, { params: { token }, key: keyOf(req) })
      back({ arrived: '1' })
    } catch (error) {
      if (!(error instanceof Refused && REFUSALS.has(error.problem.code))) throw error
      back({ refused: '1' })
    }
  }

const REFUSALS = new Set(['invalid_transition', 'no_queue_for_booking', 'idempotency_mismatch'])

/**
 * Leads whoever has just checked in to their place, or has the page looked at again soon.
 *
 * @returns whether the request is answered
 */
export function followArrival(
  req: Request<{ token: string }>,
  res: Response,
  { place_url, checked_in_at, check_in_error }: OwnBooking,
): boolean {
  const looks = Number(queryOf(req, 'arrived'))
  if (!(looks > 0)) return false
  if (place_url) {
    seeOther(res, new URL(place_url).pathname)
    return true
  }
  if (checked_in_at && !check_in_error && looks < MAX_LOOKS) {
    const { lang } = visitOf(req).kept
    const again = addressOf(`/b/${encodeURIComponent(req.params.token)}`, {
      arrived: String(looks + 1),
      ...(lang && { lang }),
    })
    res.set('refresh', `${LOOK_EVERY_SECONDS}; url=${again}`)
  }
  return false
}
