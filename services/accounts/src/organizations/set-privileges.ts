import { isLive } from '@usher/contracts'
import { appendToOutbox, changesBetween, inTransaction, type Origin } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { Organization } from './organization.ts'
import { changeEvents } from './update-organization.ts'

/** Privileges that only operators grant. */
export type Privileges = Pick<Organization, 'plan' | 'early_access'>

/**
 * Sets an organisation's plan or access to the platform API, together with the event that makes gateways look
 * up its callers again. No event if nothing changes.
 *
 * @returns false if there is no such live organisation
 */
export const setPrivileges = (
  { connection, organizations, outbox, clock }: AccountsContext,
  id: string,
  given: Partial<Privileges>,
  origin: Omit<Origin, 'organizationId'>,
): Promise<boolean> =>
  inTransaction(connection, async (session) => {
    const before = await organizations.findOpen(id, session)
    if (!before || !isLive(id)) return false
    const changes = changesBetween(privilegesOf(before), privilegesOf({ ...before, ...given }))
    if (Object.keys(changes).length === 0) return true
    const after = { ...before, ...given, version: before.version + 1 }
    await organizations.set(id, { ...given, version: after.version }, session)
    await appendToOutbox(outbox, changeEvents(after, { changes, time: clock.now(), origin }), session)
    return true
  })

const privilegesOf = ({ plan, early_access }: Privileges) => ({ plan, early_access })
