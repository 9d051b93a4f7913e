import type { SegmentContent } from './segment-content.ts'

/** A closed file of records, one JSON document per line, waiting for the broker. */
export interface Segment {
  readonly path: string
  /** Unique among the segments of all gateways; does not depend on the folder. */
  readonly name: string
  readonly records: number
  readonly bytes: number
  /** Its content, if still in memory. */
  readonly content?: SegmentContent
}

/** What to log for an unreadable segment. */
export const UNREADABLE = 'records of requests cannot be read from the disk'

/** Suffix of segment files. */
export const SEGMENT_SUFFIX = '.ndjson'
