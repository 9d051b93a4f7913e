import type { mongo } from 'mongoose'

/** A record as stored, and its next revision. */
export interface Revision<Stored> {
  readonly base: Stored
  readonly changed: Stored
}

/**
 * The update that turns a record into its next revision. A replacement would write the whole record to journal and
 * oplog.
 */
export function difference<Stored extends object>({
  base,
  changed,
}: Revision<Stored>): mongo.UpdateFilter<Stored> {
  const names = Object.keys({ ...base, ...changed }) as (keyof Stored)[]
  const [set, gone] = [new Map<keyof Stored, unknown>(), new Map<keyof Stored, ''>()]
  for (const name of names) {
    if (changed[name] === base[name]) continue
    if (changed[name] === undefined) gone.set(name, '')
    else set.set(name, changed[name])
  }
  return {
    ...(set.size > 0 && { $set: Object.fromEntries(set) }),
    ...(gone.size > 0 && { $unset: Object.fromEntries(gone) }),
  } as mongo.UpdateFilter<Stored>
}
