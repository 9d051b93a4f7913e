import {
  ANONYMOUS_NAME,
  type Channel,
  type Guest,
  type GuestStatus,
  type GuestUpdate,
  guestUpdateSchema,
  type PlaceChange,
} from '@usher/contracts'
import { searchKeys } from '@usher/service-kit'
import type { StoredQuote } from './stored-quote.ts'

/** The actor of what guests do themselves, in events and in the audit trail; the resource says which guest. */
export const ACTOR = 'guest'

/** What staff enter of a guest. */
type GuestDetail = keyof GuestUpdate

/**
 * A guest as stored. Records from before a detail existed lack it: read details by {@link detailsIn}. Values of custom
 * fields include some that the queue no longer has.
 */
export interface GuestRecord extends Readonly<Pick<Guest, GuestDetail>> {
  readonly _id: string
  readonly organization_id: string
  readonly queue_id: string
  /** Normalised tags for search, in the same order. */
  readonly tag_keys: readonly string[]
  /** Search index keys; set by the store with each write. */
  readonly search_keys?: readonly string[]
  readonly status: GuestStatus
  /** Place in the line; kept after leaving it, so that undo restores the same place. */
  readonly rank: string
  /** Number of the guest's events so far, which is also the guest's version. */
  readonly sequence: number
  /** Version of the queue at the guest's last change: replicas read what changed since theirs. */
  readonly line_version: number
  /** Version of the queue with which the guest entered it. */
  readonly since_version: number
  /** Queues that the guest was transferred out of, earliest first; absent: none. */
  readonly former_stays?: readonly Stay[]
  readonly quoted_wait: number
  readonly quote: StoredQuote
  readonly created_at: Date
  readonly updated_at: Date
  readonly notified_at: Date | null
  /** Desk the guest was last called to; absent: none. */
  readonly desk?: string
  readonly seated_at: Date | null
  readonly no_show_at: Date | null
  readonly removed_at: Date | null
  /** Status before the guest left the line, which undo restores. */
  readonly left_from: GuestStatus | null
  readonly left_at: Date | null
  /** Whether the guest left by themselves; absent: not, or before this was recorded. */
  readonly left_by_guest?: boolean
  /** A guest with the same phone who was already in a line when this one joined. */
  readonly duplicate_of: string | null
  /** When the guest was anonymised. */
  readonly anonymized_at: Date | null
  readonly arrived_at: Date | null
  /** Language that the guest chose. */
  readonly locale: Guest['locale']
  /** Absent: none was chosen. */
  readonly timezone?: string | null
  /** The last change of the guest's own place. */
  readonly place_change: { readonly reason: PlaceChange; readonly at: Date } | null
  /** Until then the guest keeps the place but is not called. */
  readonly away_until: Date | null
  /** The last message that did not reach the guest; absent or null: none, or a later one did. */
  readonly unreached?: Unreached | null
  /** When the guest last wrote to the staff; absent: never. */
  readonly replied_at?: Date
  /** Staff have read the replies up to this time; absent: none. */
  readonly replies_read_until?: Date
  /** When almost_ready was announced, once for each stay in a queue; absent: not in this stay. */
  readonly almost_ready_at?: Date
  /** When the notified guest becomes a no-show; absent: never, or not notified. */
  readonly no_show_due_at?: Date
  /** The booking with which the guest was checked in; absent: none. */
  readonly booking?: GuestBooking
}

/** The booking of a guest. */
export interface GuestBooking {
  readonly id: string
  readonly start: Date
  readonly end: Date
  /** Number of the last event of the booking that was applied. */
  readonly sequence: number
  /** It was cancelled since the check-in; absent: it was not. */
  readonly cancelled?: boolean
}

/** A message that did not reach a guest. */
export interface Unreached {
  readonly since: Date
  readonly channel: Channel
  readonly reason: string
  /** When the message was created: an older message says nothing about a newer one. */
  readonly message_at: Date
}

/** A guest's stay in a queue, from one of its versions to another, both inclusive. */
export interface Stay {
  readonly queue_id: string
  readonly since: number
  readonly until: number
}

/** Fields that anonymise a guest: nobody can tell who it was, or bring the guest back by undo. */
export const WITHOUT_PERSON = {
  name: ANONYMOUS_NAME,
  phone: null,
  email: null,
  notes: null,
  tags: [] as string[],
  tag_keys: [] as string[],
  search_keys: [] as string[],
  fields: {},
  locale: null,
  timezone: null,
  left_from: null,
  duplicate_of: null,
  // The reason a message failed may quote the organisation's own provider.
  unreached: null,
} satisfies Partial<GuestRecord> & Pick<GuestRecord, PersonalDetail>

type PersonalDetail = Text | 'tags' | 'fields'

export const PERSONAL_DETAILS = Object.keys(guestUpdateSchema.shape).filter(
  (name): name is PersonalDetail => name in WITHOUT_PERSON,
)

/** Returns what takes from a guest the details that a schema has. */
export function detailsIn<Shape extends object>({ shape }: { readonly shape: Shape }) {
  const names = Object.keys(guestUpdateSchema.shape).filter((name) => name in shape) as GuestDetail[]
  return (guest: GuestRecord) =>
    Object.fromEntries(names.map((name) => [name, guest[name] ?? null])) as Pick<
      GuestRecord,
      GuestDetail & keyof Shape
    >
}

/** All details of a guest. */
export const detailsOf = detailsIn(guestUpdateSchema)

type Text = Exclude<GuestDetail, 'party_size' | 'priority' | 'tags' | 'fields'>

/** The texts among the details, as stored: null for an empty one. */
export const storedTexts = (given: Partial<Pick<GuestRecord, Text>>) =>
  Object.fromEntries(
    PERSONAL_DETAILS.filter((name) => name !== 'tags' && name !== 'fields').map((name) => [
      name,
      given[name] || null,
    ]),
  ) as Pick<GuestRecord, Text>

/** Matches guests who left before a time; the condition matches their index. */
export const leftBefore = (before: Date) => ({ left_at: { $lte: before, $type: 'date' as const } })

/** Search index keys of a guest. */
export const guestKeys = (guest: GuestRecord): string[] => (guest.anonymized_at ? [] : searchKeys(guest))

/** Statuses of guests in line. */
export const IN_LINE: readonly GuestStatus[] = ['waiting', 'notified']

export const isInLine = (status: GuestStatus): boolean => IN_LINE.includes(status)
