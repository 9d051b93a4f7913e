import { type CloudEvent, providerDeleted, providerUpdated } from '@usher/contracts'
import { originOf, PermanentError } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { disconnectProvider } from './disconnect.ts'

/** Keeps the names of providers; deletes the connection of a deleted one. Idempotent, in any order. */
export const createProviderHandler =
  (ctx: CalendarSyncContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const facts = factsOf(event)
      const { subject: _id, organizationid: organization_id, sequence } = event
      await ctx.providers.put({ _id, organization_id, sequence, ...facts })
      if (facts.is_gone) await disconnectProvider(ctx, originOf(event), _id)
    }
  }

function factsOf({ type, data }: CloudEvent) {
  if (type === providerDeleted.type) return { name: '', is_gone: true }
  const parsed = providerUpdated.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a provider')
  return { name: parsed.data.name, is_gone: parsed.data.archived }
}
