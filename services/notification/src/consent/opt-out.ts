import type { AddressChannel, OptOut } from '@usher/contracts'

/** An opt-out, as stored. */
export interface OptOutRecord {
  readonly _id: string
  readonly organization_id: string
  readonly channel: AddressChannel
  /** null once erased: then only the hash still stops messages. */
  readonly address: string | null
  readonly hash: string
  readonly source: OptOut['source']
  readonly reason: string | null
  readonly created_at: Date
}

/** An opt-out as returned by the API. */
export const presentOptOut = (record: OptOutRecord): OptOut => ({
  id: record._id,
  channel: record.channel,
  address: record.address,
  source: record.source,
  reason: record.reason,
  created_at: record.created_at.toISOString(),
})
