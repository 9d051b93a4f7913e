import type { StandbyCreate } from '@usher/contracts'
import type { Request } from 'express'
import { type Faults, isMissing, type Typed, typedIn } from '../fields/typed.ts'
import type { Speaker } from '../speaker.ts'
import type { Choice } from './choice.ts'
import { detailsBody, detailsFaults, detailsFaultsOf, NAMES } from './details-form.ts'
import { isWindow, WINDOW_NAMES, WINDOWS, windowsIn } from './standby-windows.ts'

/** A form as it was sent. */
export interface SentStandby {
  readonly typed: Typed
  readonly choice: Choice
  readonly speaker: Speaker
  /** Time zone of what was typed. */
  readonly timeZone: string
}

export const typedToWait = (req: Request, { service }: Choice): Typed =>
  typedIn(req, [...NAMES, ...WINDOW_NAMES], service.questions)

/** The request to wait. The API validates it. */
export const standbyBody = ({ typed, choice, timeZone }: SentStandby): StandbyCreate => ({
  service_type_id: choice.service.id,
  duration_minutes: choice.duration,
  seats: choice.seats,
  ...(choice.providerId !== undefined && { provider_id: choice.providerId }),
  windows: windowsIn(typed, timeZone)
    .filter(isWindow)
    .map(({ from, to }) => ({ from, to })),
  ...detailsBody(typed, choice.service),
})

/** Errors found before calling the API, so that the customer sees them all at once. */
export function standbyFaults({ typed, choice, speaker, timeZone }: SentStandby): Faults {
  const windows = windowsIn(typed, timeZone)
  const wrong = windows.filter((window) => !isWindow(window)).map(({ name }) => name)
  const [first] = WINDOWS
  const missing = windows.length === 0 && first ? { [first.date]: speaker.say('required') } : {}
  return {
    ...missing,
    ...Object.fromEntries(wrong.map((name) => [name, speaker.say('standbyWindow')])),
    ...detailsFaults({ typed, speaker, service: choice.service }),
  }
}

const WINDOW = /^\/windows\/(\d+)\//

/** Maps the API's errors to the form's fields. */
export function standbyFaultsOf(
  errors: Parameters<typeof detailsFaultsOf>[0],
  { typed, choice, speaker, timeZone }: SentStandby,
): Faults {
  const sent = windowsIn(typed, timeZone).filter(isWindow)
  const ofWindows = errors.flatMap(({ pointer }) => sent[Number(WINDOW.exec(pointer)?.[1])]?.name ?? [])
  const others = errors.filter(({ pointer }) => !WINDOW.test(pointer))
  return {
    ...Object.fromEntries(ofWindows.map((name) => [name, speaker.say('standbyWindow')])),
    ...detailsFaultsOf(others, { typed, speaker, service: choice.service }),
  }
}

/** Whether a window beyond the first has something in it, or is wrong. */
export const hasMore = (typed: Typed, faults: Faults): boolean =>
  WINDOWS.slice(1).some(({ date }) => !isMissing(typed, date) || faults[date] !== undefined)
