import { appendToOutbox, notFound, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { firstEventOf, type Organization, testOrganizationOf } from './organization.ts'
import { organizationChanged } from './update-organization.ts'

/**
 * The organisation for the test data of a live one. The first call makes it, together with the events from which other
 * services learn of it.
 *
 * @throws ProblemError `not_found`
 */
export async function startTestMode(
  session: ClientSession,
  { organizations, outbox, clock }: Pick<AccountsContext, 'organizations' | 'outbox' | 'clock'>,
  liveId: string,
  origin: Omit<Origin, 'organizationId'>,
): Promise<Organization> {
  const live = await organizations.findOpen(liveId, session)
  if (!live) throw notFound('organisation')
  const known = testOrganizationOf(live)
  if (known) return known
  const test_mode = { since: clock.now(), version: live.version }
  await organizations.set(live._id, { test_mode }, session)
  const made = testOrganizationOf({ ...live, test_mode }) as Organization
  // The first event lacks the settings that may have been changed since.
  const settings = organizationChanged(made, { time: test_mode.since, origin })
  await appendToOutbox(outbox, [firstEventOf(made, origin), settings], session)
  return made
}
