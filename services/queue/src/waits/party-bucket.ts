/** Smallest party of each bucket. Parties of one bucket are assumed to take equally long. */
const SMALLEST = [1, 3, 5, 7] as const

export const PARTY_BUCKETS = SMALLEST.length

/** Bucket of a party: 0 for 1 and 2 people, 1 for 3 and 4, 2 for 5 and 6, 3 for more. */
export const partyBucket = (partySize: number): number =>
  SMALLEST.findLastIndex((smallest) => partySize >= smallest)

/** Parties of all buckets. */
export const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** No parties of any bucket. */
export const NO_PARTIES: readonly number[] = Array(PARTY_BUCKETS).fill(0)
