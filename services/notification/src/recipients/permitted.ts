import type { NotificationContext } from '../context.ts'
import { isAllowedCountry } from '../limits/countries.ts'
import type { Address } from '../notifications/notification.ts'

/**
 * Reads an organisation's settings once, and returns what picks the addresses to which messages may be sent: not opted
 * out, and in an allowed country. Keeps their order.
 */
export async function permissionOf(
  { optOuts, settings }: NotificationContext,
  organizationId: string,
): Promise<(addresses: readonly Address[]) => Promise<Address[]>> {
  const { countries } = await settings.read(organizationId)
  return async (addresses) => {
    const allowed = addresses.filter((address) => isAllowedCountry(address, countries))
    const isOut = await Promise.all(allowed.map(({ to }) => optOuts.isOut(organizationId, to)))
    return allowed.filter((_, index) => !isOut[index])
  }
}
