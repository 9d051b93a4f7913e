import { createBatchLoader, nativeCollection } from '@usher/service-kit'
import { type GuestModel, IN_LINE } from '../records/guest-record.ts'

interface PhoneOf {
  readonly organization_id: string
  readonly phone: string
  /** Of a key limited to these; it is told of no guest elsewhere. */
  readonly queue_ids?: readonly string[] | null | undefined
}

/** Guests that are read for each, so that a phone given for everybody makes nobody wait. */
const MOST_EACH = 20

export type FindDuplicate = (phone: PhoneOf) => Promise<string | null>

/**
 * Finds the guest of an organisation who has been in a line longest with a phone, in any queue. Look-ups of
 * concurrent requests share a query; two who are added at the same moment do not see each other.
 */
export function createDuplicateFinder(guests: GuestModel): FindDuplicate {
  return createBatchLoader(async (wanted: readonly PhoneOf[]) => {
    const found = await nativeCollection(guests)
      .find(
        {
          organization_id: { $in: [...new Set(wanted.map(({ organization_id }) => organization_id))] },
          // The type is the condition of the index.
          phone: { $in: [...new Set(wanted.map(({ phone }) => phone))], $type: 'string' },
          status: { $in: [...IN_LINE] },
        },
        { projection: { organization_id: 1, phone: 1, queue_id: 1 } },
      )
      .sort({ created_at: 1 })
      .limit(wanted.length * MOST_EACH)
      .toArray()
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
