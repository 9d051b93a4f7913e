import {
  type CloudEvent,
  type DataOf,
  organizationCreated,
  organizationUpdated,
  PLANS,
} from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { Brand } from './organization-store.ts'

/** Stores the country, plan, brand and quiet hours of organisations. Safe to repeat, in any order. */
export const createOrganizationHandler =
  ({ organizations }: Pick<NotificationContext, 'organizations'>) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { type, organizationid, sequence, data } of events) {
      const definition = type === organizationCreated.type ? organizationCreated : organizationUpdated
      const parsed = definition.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the data of an organisation')
      const told = 'plan' in parsed.data ? parsed.data.plan : undefined
      const plan = PLANS.find((known) => known === told)
      const { country, verified_at: at } = parsed.data
      const verified = at === undefined ? {} : { verified_at: new Date(at) }
      const facts = { country, ...(plan && { plan }), ...verified, brand: brandIn(parsed.data) }
      const quiet_hours = 'quiet_hours' in parsed.data ? parsed.data.quiet_hours : null
      await organizations.put({ _id: organizationid, ...facts, quiet_hours, sequence })
    }
  }

type Updated = DataOf<typeof organizationUpdated>

/** A new organisation has a name alone. */
const brandIn = ({ name, ...given }: Pick<Updated, 'name'> & Partial<Updated>): Brand => ({
  name,
  address: given.address ?? null,
  phone: given.phone ?? null,
  brand_color: given.brand_color ?? null,
  logo_path: given.logo_path ?? null,
})
