import { type CloudEvent, organizationUpdated } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'

/** Stores the quiet hours of organisations. Safe to repeat, in any order. */
export const createOrganizationHandler =
  ({ quietHours }: Pick<BookingPlatformContext, 'quietHours'>) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { organizationid: _id, sequence, data } of events) {
      const parsed = organizationUpdated.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the settings of an organisation')
      await quietHours.put({ _id, hours: parsed.data.quiet_hours, sequence })
    }
  }
