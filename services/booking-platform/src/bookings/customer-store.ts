import type { Customer } from '@usher/contracts'
import { searchKeys, type Versioned, VersionedStore } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'

interface OfCustomer extends Versioned {
  readonly customer: Customer
  readonly anonymized_at: Date | null
  /** What the customer is found by; set with each write. */
  readonly search_keys?: readonly string[]
}

/** What the customer of a record is found by. */
export const customerKeys = ({ customer, anonymized_at }: Omit<OfCustomer, keyof Versioned>): string[] =>
  anonymized_at ? [] : searchKeys(customer)

const withKeys = <T extends OfCustomer>(record: T): T => ({ ...record, search_keys: customerKeys(record) })

/** Records that are found by their customer. */
export class CustomerStore<T extends OfCustomer> extends VersionedStore<T> {
  override async insert(record: T, session: ClientSession): Promise<void> {
    await super.insert(withKeys(record), session)
  }

  override async replace(before: T, after: T, session?: ClientSession): Promise<boolean> {
    return await super.replace(before, withKeys(after), session)
  }
}
