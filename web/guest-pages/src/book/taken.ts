import { type OwnSlot, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { Response } from 'express'
import type { PagesContext } from '../context.ts'
import type { Typed } from '../fields/typed.ts'
import { sendPage } from '../respond.ts'
import { wantedOf } from './choice.ts'
import type { ServiceRequest } from './open.ts'
import { takenPage } from './taken-page.ts'

const NEAREST = 3
/** How far to look for times with anyone, if whoever was chosen has none. */
const NEAR_MS = 3 * DAY_MS

export const isTaken = (error: unknown): error is Refused =>
  error instanceof Refused && error.problem.code === 'slot_unavailable'

interface Attempt {
  readonly error: Refused
  /** The start that was refused. */
  readonly start: string
  readonly typed?: Typed
  /** Where another time is sent. */
  readonly action: string
}

/** Says that a time was taken, with the nearest times that are free. */
export async function sendTaken(
  { ask }: PagesContext,
  { req, place, choice }: ServiceRequest,
  res: Response,
  { error, start, typed, action }: Attempt,
): Promise<void> {
  const { alternatives = [], status } = error.problem
  const nearest = alternatives.length > 0 ? alternatives : await nearestWithAnyone()
  await sendPage(res, takenPage(place, { choice, nearest, typed, action }), status)

  async function nearestWithAnyone(): Promise<OwnSlot[]> {
    const at = Date.parse(start)
    const [from, to] = [at - NEAR_MS, at + NEAR_MS].map((ms) => new Date(ms).toISOString())
    const query = { ...wantedOf({ ...choice, providerId: undefined }), from: from ?? '', to: to ?? '' }
    const { data } = await ask(req, operations.listOnlineTimes, { params: { slug: place.slug }, query })
    const distance = (slot: OwnSlot) => Math.abs(Date.parse(slot.start) - at)
    return data.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
  }
}
