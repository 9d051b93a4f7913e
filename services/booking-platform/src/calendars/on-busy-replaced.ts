import { type CloudEvent, calendarBusyReplaced } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'

/** Stores the busy times of linked calendars. Idempotent, and independent of event order. */
export const createBusyHandler =
  ({ calendars }: Pick<BookingPlatformContext, 'calendars'>) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { organizationid: organization_id, sequence, data } of events) {
      const parsed = calendarBusyReplaced.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the busy times of a provider')
      const { provider_id: _id, as_of, linked = true } = parsed.data
      const busy = linked ? parsed.data.busy : []
      await calendars.put({
        ...{ _id, organization_id, sequence, as_of: new Date(as_of), linked },
        busy: busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
      })
    }
  }
