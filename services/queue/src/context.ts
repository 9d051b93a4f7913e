import type {
  Clock,
  Cursors,
  Guard,
  IdempotencyStore,
  IdTokens,
  Logger,
  RetentionStore,
  VerifyCaller,
} from '@usher/service-kit'
import type { QueueReader } from './engine/reader.ts'
import type { QueueWriter } from './engine/writer.ts'
import type { BookingFeed } from './expected/booking-feed.ts'
import type { QueueAction } from './guard-policies.ts'
import type { FindDuplicate } from './guests/find-duplicate.ts'
import type { GuestSearch } from './guests/guest-search-store.ts'
import type { OutcomeStore } from './learning/outcome-store.ts'
import type { Live } from './live/live.ts'
import type { StatusUrl } from './queue-state/guest-change.ts'
import type { JoinUrl } from './queues/queue-view.ts'
import type { ExpectedStore } from './records/expected-store.ts'
import type { GuestStore } from './records/guest-store.ts'
import type { LedgerStore } from './records/ledger-store.ts'
import type { PaceStore } from './records/pace-store.ts'
import type { QueueStore } from './records/queue-store.ts'
import type { VisitStore } from './statistics/visit-store.ts'

/** What routes and jobs of the service need. */
export interface QueueContext {
  readonly clock: Clock
  readonly log: Logger
  readonly verifyCaller: VerifyCaller
  readonly cursors: Cursors
  readonly writer: QueueWriter
  readonly reader: QueueReader
  readonly queues: QueueStore
  readonly guests: GuestStore
  readonly guestSearch: GuestSearch
  readonly visits: VisitStore
  readonly findDuplicate: FindDuplicate
  readonly ledger: LedgerStore
  readonly expected: ExpectedStore
  readonly feed: BookingFeed
  readonly paces: PaceStore
  readonly outcomes: OutcomeStore
  readonly retentions: RetentionStore
  readonly idempotency: IdempotencyStore
  /** Tokens of the pages of guests. */
  readonly tokens: IdTokens
  readonly guard: Guard<QueueAction>
  readonly statusUrl: StatusUrl
  readonly joinUrl: JoinUrl
  readonly live: Live
}
