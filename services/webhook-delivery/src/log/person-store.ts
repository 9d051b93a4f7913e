import { contactFilter, type Person, type PersonalData, PersonalDataStore } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { type DeliveryRecord, presentDelivery } from './delivery.ts'
import { deliveryCollection } from './delivery-store.ts'
import { redactBody } from './redact.ts'

/** Index of deliveries by the guest they mention. */
export class PersonStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = deliveryCollection(connection)
  }

  /** Subjects of deliveries that mention a person's phone number or e-mail address. */
  async subjectsWith({ organizationId, subject }: Omit<Person, 'ids'>): Promise<string[]> {
    const contact = contactFilter(subject)
    return contact
      ? await this.#deliveries.distinct('subject', { organization_id: organizationId, ...contact })
      : []
  }

  /**
   * What is personal in deliveries: the body, and the receivers' responses, whose headers and bodies may echo it. Pending
   * deliveries are still sent, without it. Only what was sent where is exported, and for people only: an organisation's
   * deliveries repeat what other services export.
   */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#deliveries, {
      ofPerson: ({ ids }) => ({
        $or: [{ subject: { $in: [...ids] } }, { guest_id: { $in: [...ids], $type: 'string' as const } }],
      }),
      exported: {
        as: (found) =>
          found.map((record) => {
            const { attempts: _, ...delivery } = presentDelivery(record)
            return { type: 'webhook_delivery', ...delivery }
          }),
      },
      erased: {
        // Redacted ones again: an attempt in flight may have added a response.
        how: { by: (found, { now }) => this.#redact(found, now) },
        counts: ({ redacted_at }) => !redacted_at,
      },
    })
  }

  async #redact(records: readonly DeliveryRecord[], now: Date): Promise<void> {
    const operations = records.map((record) => ({ updateOne: redactOperation(record, now) }))
    await this.#deliveries.bulkWrite(operations, { ordered: false })
  }
}

const redactOperation = ({ _id, body, redacted_at }: DeliveryRecord, now: Date) => ({
  filter: { _id },
  update: {
    $set: {
      body: redactBody(body),
      redacted_at: redacted_at ?? now,
      'attempts.$[answered].response.headers': [],
      'attempts.$[answered].response.body': '',
    },
    $unset: { phone: 1 as const, email: 1 as const },
  },
  arrayFilters: [{ 'answered.response': { $type: 'object' } }],
})
