import { addressFilter, type Person } from '@usher/service-kit'

/** Identifies a guest. */
export interface GuestKey {
  readonly _id: string
  readonly organization_id: string
}

/** Position in a guest's messages: the time and id of one of them. */
export interface MessagePosition {
  readonly at: Date
  readonly id: string
}

export interface GuestPage {
  /** undefined: from the first */
  readonly after: MessagePosition | undefined
  readonly limit: number
}

/** Matches what comes after a position, in order of a time and, within it, of ids. */
export const isAfter = (time: 'created_at' | 'received_at', { at, id }: MessagePosition) => ({
  $or: [{ [time]: { $gt: at } }, { [time]: at, _id: { $gt: id } }],
})

/** Matches records of a person by guest, or by the address in a field. */
export function ofPerson({ subject, ids }: Person, field: 'to' | 'from' | 'address') {
  const address = addressFilter(subject)
  return { $or: [{ guest_id: { $in: [...ids] } }, ...(address ? [{ [field]: address }] : [])] }
}
