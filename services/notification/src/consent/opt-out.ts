import type { Channel, OptOut } from '@usher/contracts'

/** Somebody who gets no messages, as stored. */
export interface OptOutRecord {
  readonly _id: string
  readonly organization_id: string
  readonly channel: Channel
  /** null once erased: then the hash alone still stops messages. */
  readonly address: string | null
  readonly hash: string
  readonly source: OptOut['source']
  readonly reason: string | null
  readonly created_at: Date
}

/** An opt-out as the API answers it. */
export const presentOptOut = (record: OptOutRecord): OptOut => ({
  id: record._id,
  channel: record.channel,
  address: record.address,
  source: record.source,
  reason: record.reason,
  created_at: record.created_at.toISOString(),
})
