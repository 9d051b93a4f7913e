import type { QuietHours } from '@usher/contracts'
import { quietSince, quietUntil } from '@usher/contracts/quiet-hours'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'

/** How long before the start of a booking its customer hears of it, even if that is in quiet hours, in ms. */
const NOTICE_MS = 3 * HOUR_MS

/** How long before its start a customer is reminded of a booking, in ms. */
const REMIND_BEFORE_MS = 24 * HOUR_MS

/** How long before quiet hours a reminder goes out that cannot wait for their end, in ms: room for retries. */
const BEFORE_QUIET_MS = 30 * MINUTE_MS

/** A booking as far as it decides when its messages are sent. */
interface Appointment {
  readonly start: Date
  readonly time_zone: string
}

const earlier = (time: Date, ms: number) => new Date(time.getTime() - ms)

/** Until when a message about a booking may be held. */
export const holdLimit = (start: Date): Date => earlier(start, NOTICE_MS)

/** When a message that is due goes out, if not now: when the quiet hours end, unless that is after its limit. */
export function heldUntil(
  hours: QuietHours | null,
  { timezone, limit }: { readonly timezone: string; readonly limit: Date },
  now: Date,
): Date | undefined {
  const until = hours ? quietUntil(hours, timezone, now) : undefined
  return until && until <= limit ? until : undefined
}

/** When to remind a customer: a day before, and outside of quiet hours, but rather before than too long after them. */
export function reminderTime({ start, time_zone }: Appointment, hours: QuietHours | null): Date {
  const due = earlier(start, REMIND_BEFORE_MS)
  const until = hours && quietUntil(hours, time_zone, due)
  if (!until) return due
  if (until <= holdLimit(start)) return until
  const before = earlier(quietSince(hours, time_zone, due) ?? due, BEFORE_QUIET_MS)
  return quietUntil(hours, time_zone, before) ?? before
}
