import type { Booking, Guest } from '@usher/contracts'
import type { EventCopy } from '@usher/service-kit'

/** The service's own copy of a booking, from events: its customer is expected in queues with its service type. */
export interface ExpectedRecord extends EventCopy {
  readonly organization_id: string
  readonly status: Booking['status']
  readonly service_type_id: string
  readonly start: Date
  readonly end: Date
  readonly seats: number
  /** null, like what follows: nobody is expected any more. */
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly locale: Guest['locale']
  /** The guest they became at check-in; absent: they are not here yet. */
  readonly guest_id?: string
  /** When the copy is deleted: a day after the end. */
  readonly delete_at: Date
}

/** What a line needs of a booking whose customer is expected. Times are milliseconds since 1970. */
export interface ExpectedBooking {
  readonly id: string
  readonly name: string
  readonly seats: number
  readonly start: number
  readonly end: number
}
