import type { Customer } from '@usher/contracts'
import { searchKeys, type Versioned, VersionedStore } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'

interface OfCustomer extends Versioned {
  readonly customer: Customer
  readonly anonymized_at: Date | null
  /** Search index keys; set with each write. */
  readonly search_keys?: readonly string[]
}

/** Search index keys of a record's customer. */
export const customerKeys = ({ customer, anonymized_at }: Omit<OfCustomer, keyof Versioned>): string[] =>
  anonymized_at ? [] : searchKeys(customer)

const withKeys = <T extends OfCustomer>(record: T): T => ({ ...record, search_keys: customerKeys(record) })

/** Store of records that can be searched by customer. */
export class CustomerStore<T extends OfCustomer> extends VersionedStore<T> {
  override async insert(record: T, session: ClientSession): Promise<void> {
    await super.insert(withKeys(record), session)
  }

  override async replace(before: T, after: T, session?: ClientSession): Promise<boolean> {
    return await super.replace(before, withKeys(after), session)
  }
}
