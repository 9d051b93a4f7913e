import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

/** Takes the place of all that was told of the provider before; told again, unchanged, it says that it still holds. */
export const calendarBusyReplaced = defineEvent({
  type: 'calendar.busy_replaced',
  version: 1,
  producer: 'calendar-sync',
  summary: 'When a provider is busy by the linked calendar, as far as bookings are taken',
  data: z.object({
    provider_id: idOf('provider'),
    as_of: timestamp.meta({ description: 'When the calendar was read' }),
    busy: z.array(z.object({ start: timestamp, end: timestamp })),
  }),
})
