import mongoose from 'mongoose'

const DUPLICATE_KEY = 11000

/** Of an insert of several documents, positions of the documents that were there already; undefined when something else was wrong too. */
export function duplicatesIn(error: unknown): Set<number> | undefined {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return undefined
  const errors = [error.writeErrors].flat()
  const isAll = errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY)
  return isAll ? new Set(errors.map(({ index }) => index)) : undefined
}
