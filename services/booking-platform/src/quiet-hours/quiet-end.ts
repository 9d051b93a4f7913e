import { quietUntil } from '@usher/contracts/quiet-hours'
import { earliest } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import type { FreedRecord } from '../freed/freed-store.ts'

type Context = Pick<
  BookingPlatformContext,
  'quietHours' | 'providers' | 'serviceTypes' | 'standbys' | 'clock'
>

/** When the quiet hours of the first of the providers of a freed time end; undefined: it is not quiet for all of them. */
export async function quietEndFor(ctx: Context, freed: FreedRecord): Promise<Date | undefined> {
  const hours = await ctx.quietHours.of(freed.organization_id)
  if (!hours) return undefined
  const now = ctx.clock.now()
  const providers = await ctx.providers.findMany(freed.organization_id, await providersOf(ctx, freed))
  const ends = providers.map(({ time_zone }) => quietUntil(hours, time_zone, now))
  return ends.includes(undefined) ? undefined : earliest(ends)
}

async function providersOf(ctx: Context, freed: FreedRecord): Promise<readonly string[]> {
  const { organization_id, provider_ids, service_type_id, standby_id } = freed
  if (provider_ids.length > 0) return provider_ids
  const standby = standby_id === null ? null : await ctx.standbys.find(organization_id, standby_id)
  if (standby?.provider_id) return [standby.provider_id]
  const typeId = standby?.service_type_id ?? service_type_id ?? ''
  return (await ctx.serviceTypes.find(organization_id, typeId))?.provider_ids ?? []
}
