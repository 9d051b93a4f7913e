import { DateTime } from 'luxon'
import type { Calendar, Range } from '../../../../services/booking-platform/src/slots/sweep.ts'

interface Step {
  readonly durationMinutes: number
  readonly stepMinutes: number
}

/**
 * The way of a booking engine that computes in local times: it creates every slot of every window as a zoned date and
 * compares it with everything that is taken. Returns the same starts for services without buffers and seats.
 */
export function luxonPerSlot({ hours, busy }: Calendar, range: Range, step: Step): number[] {
  const starts: number[] = []
  const zone = hours.time_zone
  const taken = busy.map(({ start, end }) => ({
    start: DateTime.fromMillis(start, { zone }),
    end: DateTime.fromMillis(end, { zone }),
  }))
  let day = DateTime.fromMillis(range.from, { zone }).startOf('day')
  for (; day.toMillis() < range.to; day = day.plus({ days: 1 })) {
    const weekday = day.setLocale('en').weekdayLong?.toLowerCase()
    for (const { start, end } of hours.weekly_hours.filter((window) => window.day === weekday)) {
      const close = at(day, end)
      let slot = at(day, start)
      while (slot.plus({ minutes: step.durationMinutes }) <= close) {
        const until = slot.plus({ minutes: step.durationMinutes })
        const isInRange = slot.toMillis() >= range.from && slot.toMillis() < range.to
        if (isInRange && !taken.some((entry) => entry.start < until && entry.end > slot))
          starts.push(slot.toMillis())
        slot = slot.plus({ minutes: step.stepMinutes })
      }
    }
  }
  return starts
}

function at(day: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return day.set({ hour, minute })
}
