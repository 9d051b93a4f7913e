import { type CloudEvent, organizationCreated, organizationUpdated } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'

/** Stores the names of organisations. Safe to repeat, in any order. */
export const createOrganizationHandler =
  ({ organizations }: CalendarSyncContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { type, organizationid: _id, sequence, data } of events) {
      const definition = type === organizationCreated.type ? organizationCreated : organizationUpdated
      const parsed = definition.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the data of an organisation')
      await organizations.put({ _id, name: parsed.data.name, sequence })
    }
  }
