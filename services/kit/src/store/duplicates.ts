import mongoose from 'mongoose'

const DUPLICATE_KEY = 11000

/** Whether a write was refused because of a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY

/** Positions of the operations of a bulk write that a unique index refused; undefined if anything else failed too. */
export function duplicatesIn(error: unknown): Set<number> | undefined {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return undefined
  const errors = [error.writeErrors].flat()
  const isAll = errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY)
  return isAll ? new Set(errors.map(({ index }) => index)) : undefined
}
