import { createBatchLoader } from '@usher/service-kit'
import type { GuestStore } from '../records/guest-store.ts'

interface PhoneOf {
  readonly organization_id: string
  readonly phone: string
  /** Queues that the caller's key is limited to: it must not learn of guests elsewhere. */
  readonly queue_ids?: readonly string[] | null | undefined
}

/** Guests read per phone, so that a phone number used for everybody slows nobody down. */
const MAX_EACH = 20

export type FindDuplicate = (phone: PhoneOf) => Promise<string | null>

/**
 * Finds the guest of an organisation who has been in a line longest with a phone, in any queue. Concurrent look-ups
 * share a query; two guests added at the same moment do not see each other.
 */
export function createDuplicateFinder(guests: Pick<GuestStore, 'inLineWithPhones'>): FindDuplicate {
  return createBatchLoader(async (wanted: readonly PhoneOf[]) => {
    const found = await guests.inLineWithPhones(
      [...new Set(wanted.map(({ organization_id }) => organization_id))],
      [...new Set(wanted.map(({ phone }) => phone))],
      wanted.length * MAX_EACH,
    )
    const keyOf = ({ organization_id, phone }: PhoneOf) => `${organization_id} ${phone}`
    const byKey = Map.groupBy(found, (guest) => keyOf(guest as PhoneOf))
    return wanted.map((one) => {
      const earliest = byKey
        .get(keyOf(one))
        ?.find(({ queue_id }) => one.queue_ids?.includes(queue_id) ?? true)
      return earliest?._id ?? null
    })
  })
}
