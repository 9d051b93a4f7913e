import type { PushSubscription } from '@usher/contracts'
import { type SecretKey, seal, unseal } from '@usher/service-kit'
import type { GuestRecord, StoredSubscription } from './guest-store.ts'

/** What a subscription is bound to: copied to another guest it cannot be opened. */
export const subscriptionBinding = ({ _id }: { readonly _id: unknown }): string => String(_id)

/** A guest's subscription to be stored. */
export const sealedSubscription = (
  guest: Pick<GuestRecord, '_id'>,
  subscription: PushSubscription,
  { keys, now }: { readonly keys: readonly SecretKey[]; readonly now: Date },
): StoredSubscription => ({
  sealed: seal(JSON.stringify(subscription), keys, subscriptionBinding(guest)),
  created_at: now,
})

/** @throws Error if no key opens it */
export const openSubscription = (
  guest: Pick<GuestRecord, '_id'>,
  { sealed }: StoredSubscription,
  keys: readonly SecretKey[],
): PushSubscription => JSON.parse(unseal(sealed, keys, subscriptionBinding(guest)))
