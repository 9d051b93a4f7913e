import type { SegmentContent } from './segment-content.ts'

/** A file of records, one JSON document a line, that is not written any more and waits for the broker. */
export interface Segment {
  readonly path: string
  /** Unique among the segments of all gateways, and the same in whichever folder it lies. */
  readonly name: string
  readonly records: number
  readonly bytes: number
  /** What is in it, while this process still knows. */
  readonly content?: SegmentContent
}

/** What to log of one that cannot be read. */
export const UNREADABLE = 'records of requests cannot be read from the disk'

/** What the files of segments end with. */
export const SEGMENT_SUFFIX = '.ndjson'
