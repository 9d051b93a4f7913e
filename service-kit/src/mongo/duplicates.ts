import mongoose from 'mongoose'

const DUPLICATE_KEY = 11000

/** Whether a write was refused because a unique value exists already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY

/** Of a bulk write, positions of the operations whose unique value exists already; undefined when something else was wrong too. */
export function duplicatesIn(error: unknown): Set<number> | undefined {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return undefined
  const errors = [error.writeErrors].flat()
  const isAll = errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY)
  return isAll ? new Set(errors.map(({ index }) => index)) : undefined
}
