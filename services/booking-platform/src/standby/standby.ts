import type { FieldChanges, Standby, StandbyEnding } from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import type { HoldRecord } from '../bookings/hold-store.ts'
import type { ProviderRecord } from '../providers/provider.ts'

/** Offers that a customer may leave unanswered before their standby ends. */
export const MAX_UNANSWERED = 3

export interface WindowRecord {
  readonly from: Date
  readonly to: Date
}

/** A time held for a customer on standby. */
export interface OfferRecord {
  readonly hold_id: string
  readonly start: Date
  readonly end: Date
  readonly provider_id: string
  readonly provider_name: string
  readonly timezone: string
  readonly offered_until: Date
}

/** A customer who waits for a time, as stored. */
export interface StandbyRecord extends Omit<Standby, 'id' | 'windows' | 'offer' | Timestamps> {
  readonly _id: string
  readonly organization_id: string
  readonly windows: readonly WindowRecord[]
  /** Whether the customer has proved an address: others stand behind. */
  readonly is_proved: boolean
  /** Time zone in which the customer sees the windows. */
  readonly timezone: string
  /** The last start that lies in any of the windows. */
  readonly until: Date
  readonly offer: OfferRecord | null
  /** Starts of unanswered offers, which are not offered again. */
  readonly unanswered: readonly Date[]
  /** Number of its events so far; each change adds one. */
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  /** When it was anonymised. */
  readonly anonymized_at: Date | null
}

type Timestamps = 'created_at' | 'updated_at'

/** A standby with a live offer. */
export type OfferedStandby = StandbyRecord & { readonly offer: OfferRecord }

export const isOpen = ({ status }: Pick<StandbyRecord, 'status'>): boolean =>
  status === 'waiting' || status === 'offered'

const changed = (record: StandbyRecord, now: Date, change: Partial<StandbyRecord>): StandbyRecord => ({
  ...record,
  offer: null,
  ...change,
  version: record.version + 1,
  updated_at: now,
})

export function offered(record: StandbyRecord, hold: HoldRecord, provider: ProviderRecord): StandbyRecord {
  const { _id: hold_id, start, end, provider_id, expires_at: offered_until, created_at: now } = hold
  const { name: provider_name, time_zone: timezone } = provider
  const offer = { hold_id, start, end, provider_id, provider_name, timezone, offered_until }
  return changed(record, now, { status: 'offered', offer })
}

/** After an offer that was not answered in time: waits on, or ends with the last one. */
export function afterExpiry(record: OfferedStandby, now: Date): StandbyRecord {
  const unanswered = [...record.unanswered, record.offer.start]
  return unanswered.length < MAX_UNANSWERED
    ? changed(record, now, { status: 'waiting', unanswered })
    : changed(record, now, { status: 'ended', end_reason: 'unanswered', unanswered })
}

export const booked = (record: StandbyRecord, booking_id: string, now: Date): StandbyRecord =>
  changed(record, now, { status: 'booked', booking_id })

export const ended = (record: StandbyRecord, end_reason: StandbyEnding, now: Date): StandbyRecord =>
  changed(record, now, { status: 'ended', end_reason })

export const presentStandby = (record: StandbyRecord): Standby => ({
  id: record._id,
  status: record.status,
  end_reason: record.end_reason,
  duration_minutes: record.duration_minutes,
  seats: record.seats,
  windows: presentWindows(record),
  service_name: record.service_name,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
  service_type_id: record.service_type_id,
  provider_id: record.provider_id,
  customer: record.customer,
  notes: record.notes,
  answers: record.answers,
  offer: record.offer && presentOffer(record.offer),
  booking_id: record.booking_id,
})

export const presentWindows = ({ windows }: Pick<StandbyRecord, 'windows'>) =>
  windows.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }))

const presentOffer = ({ hold_id: _, start, end, offered_until, ...offer }: OfferRecord) => ({
  start: start.toISOString(),
  end: end.toISOString(),
  ...offer,
  offered_until: offered_until.toISOString(),
})

const factsOf = (record: StandbyRecord | null) => {
  if (!record) return null
  const { id: _, created_at: __, updated_at: ___, ...facts } = presentStandby(record)
  return facts
}

/** Audited changes. */
export const standbyChanges = (before: StandbyRecord | null, after: StandbyRecord | null): FieldChanges =>
  changesBetween<object>(factsOf(before), factsOf(after), ['customer', 'notes', 'answers'] as never)
