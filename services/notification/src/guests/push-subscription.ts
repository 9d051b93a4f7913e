import type { PushSubscription } from '@usher/contracts'
import { type SecretKey, seal, unseal } from '@usher/service-kit'
import type { GuestRecord, StoredSubscription } from './guest-store.ts'

/** A guest's subscription to be stored. */
export const sealedSubscription = (
  { _id }: Pick<GuestRecord, '_id'>,
  subscription: PushSubscription,
  { keys, now }: { readonly keys: readonly SecretKey[]; readonly now: Date },
): StoredSubscription => ({ sealed: seal(JSON.stringify(subscription), keys, _id), created_at: now })

/** @throws Error if no key opens it */
export const openSubscription = (
  { _id }: Pick<GuestRecord, '_id'>,
  { sealed }: StoredSubscription,
  keys: readonly SecretKey[],
): PushSubscription => JSON.parse(unseal(sealed, keys, _id))
