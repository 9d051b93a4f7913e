import type { ClientSession, mongo } from 'mongoose'

/** A range of days of a service type. */
export interface CountedDays {
  readonly organizationId: string
  readonly serviceTypeId: string
  /** First and last day, inclusive: YYYY-MM-DD. */
  readonly from: string
  readonly to: string
}

/** Counts matching documents per `local_date`. */
export async function countByDay<T extends { readonly local_date: string } & mongo.Document>(
  collection: mongo.Collection<T>,
  match: mongo.Document,
  session?: ClientSession,
): Promise<Map<string, number>> {
  const counted = collection.aggregate<{ _id: string; count: number }>(
    [{ $match: match }, { $group: { _id: '$local_date', count: { $sum: 1 } } }],
    session && { session },
  )
  return new Map((await counted.toArray()).map(({ _id, count }) => [_id, count]))
}
