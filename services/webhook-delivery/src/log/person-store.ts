import { contactFilter, nativeCollection } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { DeliveryRecord } from './delivery.ts'
import { deliveryModel } from './delivery-store.ts'
import { redactBody } from './redact.ts'

/** Index of deliveries by the guest they mention. */
export class PersonStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = nativeCollection(deliveryModel(connection))
  }

  /** Deliveries about these guests or messages, and about messages to these guests, in order of creation. */
  async about(
    organizationId: string,
    subjects: readonly string[],
    { after, limit }: { after: string; limit: number },
  ): Promise<DeliveryRecord[]> {
    const ids = { $in: [...subjects] }
    const either = [{ subject: ids }, { guest_id: { ...ids, $type: 'string' as const } }]
    return await this.#deliveries
      .find({ organization_id: organizationId, $or: either, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** Subjects of deliveries that mention this phone number or e-mail address. */
  async subjectsWith(
    organizationId: string,
    address: { readonly phone: string } | { readonly email: string },
  ): Promise<string[]> {
    return await this.#deliveries.distinct('subject', {
      organization_id: organizationId,
      ...contactFilter(address),
    })
  }

  /**
   * Erases personal data from deliveries, including the receivers' responses, which may echo it. Idempotent.
   */
  async redact(records: readonly DeliveryRecord[], now: Date): Promise<void> {
    if (records.length === 0) return
    const operations = records.map((record) => ({ updateOne: redactOperation(record, now) }))
    await this.#deliveries.bulkWrite(operations, { ordered: false })
  }

  /** Deletes up to `limit` deliveries; returns how many. */
  async deleteSomeOf(organizationId: string, limit: number): Promise<number> {
    const some = this.#deliveries
      .find({ organization_id: organizationId })
      .project<{ _id: string }>({ _id: 1 })
    const ids = (await some.limit(limit).toArray()).map(({ _id }) => _id)
    return (await this.#deliveries.deleteMany({ _id: { $in: ids } })).deletedCount
  }
}

const redactOperation = ({ _id, body, redacted_at }: DeliveryRecord, now: Date) => ({
  filter: { _id },
  update: {
    $set: {
      body: redactBody(body),
      redacted_at: redacted_at ?? now,
      'attempts.$[answered].response.body': '',
    },
    $unset: { phone: 1 as const, email: 1 as const },
  },
  arrayFilters: [{ 'answered.response': { $type: 'object' } }],
})
