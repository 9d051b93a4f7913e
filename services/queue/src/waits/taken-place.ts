/** A place that a party has taken, from its call. */
export interface TakenPlace {
  /** Id of the guest; null: staff counted it as taken, and nobody was called to it. */
  readonly guest: string | null
  /** When the party was called, in milliseconds since 1970. */
  readonly at: number
  /** Party bucket. */
  readonly bucket: number
  /** When staff last counted it as taken; absent: never. */
  readonly counted_at?: number
}
