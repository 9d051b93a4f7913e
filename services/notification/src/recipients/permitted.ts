import type { NotificationContext } from '../context.ts'
import { isAllowedCountry } from '../limits/countries.ts'
import type { Address } from '../notifications/notification.ts'

/** The addresses to which messages may be sent: not opted out, and in an allowed country. Keeps their order. */
export async function permittedAmong(
  { optOuts, limits }: NotificationContext,
  organizationId: string,
  addresses: readonly Address[],
): Promise<Address[]> {
  const { countries } = await limits.read(organizationId)
  const isPermitted = await Promise.all(
    addresses.map(
      async ({ to }) => isAllowedCountry(to, countries) && !(await optOuts.isOut(organizationId, to)),
    ),
  )
  return addresses.filter((_, index) => isPermitted[index])
}
