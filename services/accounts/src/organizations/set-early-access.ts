import { appendToOutbox, changesBetween, type Origin } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { versionOf } from './organization.ts'
import { organizationChanged } from './update-organization.ts'

/**
 * Opens the platform API to an organisation or closes it; the event that has the gateways ask anew about
 * its callers commits with it. What is so already raises none.
 *
 * @returns false when there is no such organisation
 */
export const setEarlyAccess = (
  { connection, organizations, outbox, clock }: AccountsContext,
  id: string,
  early_access: boolean,
  origin: Omit<Origin, 'organizationId'>,
): Promise<boolean> =>
  connection.transaction(async (session) => {
    const before = await organizations.findOpen(id, session)
    if (!before || before.early_access === early_access) return before !== null
    const after = { ...before, early_access, version: versionOf(before) + 1 }
    await organizations.set(id, { early_access, version: after.version }, session)
    const event = organizationChanged(after, {
      changes: changesBetween({ early_access: before.early_access }, { early_access }),
      time: clock.now(),
      origin: { ...origin, organizationId: id },
    })
    await appendToOutbox(outbox, [event], session)
    return true
  })
