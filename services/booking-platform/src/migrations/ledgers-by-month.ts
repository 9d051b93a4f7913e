import type { Migration } from '@usher/service-kit'
import type { mongo } from 'mongoose'
import { type Month, monthsOf } from '../ledger/ledger-months.ts'
import { type LedgerRecord, newBucket, newRoot } from '../ledger/ledger-record.ts'
import type { Entry } from '../slots/busy.ts'

/**
 * Splits old ledgers into monthly buckets, one provider at a time so that it rarely conflicts with bookings.
 * From then on, older replicas fail for that provider without reserving anything.
 */
export const ledgersByMonth: Migration = {
  id: '2026-11-25-ledgers-by-month',
  about: 'Splits the ledgers of providers into one document for each month',
  async next({ connection, session }, after) {
    const ledgers = connection.collection('ledgers') as unknown as mongo.Collection<LedgerRecord>
    const whole = { provider_id: { $exists: false }, busy: { $type: 'array' } as const }
    const beyond = after === undefined ? {} : { _id: { $gt: after } }
    const found = await ledgers.findOne({ ...beyond, ...whole }, { session, sort: { _id: 1 }, hint: '_id_' })
    if (!found) return undefined
    const { _id, organization_id } = found
    const buckets = bucketsOf(found)
    if (buckets.length > 0) await ledgers.insertMany(buckets, { session })
    await ledgers.replaceOne({ _id, organization_id }, newRoot(_id, organization_id), { session })
    return _id
  },
}

function bucketsOf({ _id: providerId, organization_id: organizationId, busy }: LedgerRecord): LedgerRecord[] {
  const months = new Map<string, { month: Month; entries: Entry[] }>()
  for (const entry of busy as readonly Entry[]) {
    for (const month of monthsOf(entry)) {
      const known = months.get(month.name)
      if (known) known.entries.push(entry)
      else months.set(month.name, { month, entries: [entry] })
    }
  }
  return [...months.values()].map(({ month, entries }) =>
    newBucket({ providerId, organizationId }, month, entries),
  )
}
