import { DAY_MS } from '@usher/service-kit/durations'
import type { Kind } from './resources.ts'

/** What a tool names of an organisation, and the rest of a valid input. */
interface Named {
  readonly kind: Kind
  /** The input's field with the id. */
  readonly field: string
  readonly input?: Readonly<Record<string, unknown>>
}

const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS).toISOString()

/**
 * Every tool, by its name, as in the table of operations:
 * - what it names of one organisation;
 * - `own`: it names nothing, and answers for the organisation of the credential.
 */
export const TOOL_TABLE: Readonly<Record<string, Named | 'own'>> = {
  list_queues: 'own',
  find_shortest_line: 'own',
  get_line: { kind: 'queue', field: 'queue_id' },
  get_queue_statistics: { kind: 'queue', field: 'queue_id' },
  find_guests: 'own',
  add_guest: { kind: 'queue', field: 'queue_id', input: { name: 'Stranger' } },
  call_next: { kind: 'queue', field: 'queue_id' },
  notify_guest: { kind: 'guest', field: 'guest_id' },
  seat_guest: { kind: 'guest', field: 'guest_id' },
  mark_no_show: { kind: 'guest', field: 'guest_id' },
  remove_guest: { kind: 'guest', field: 'guest_id' },
  move_guest: { kind: 'guest', field: 'guest_id', input: { position: 1 } },
  list_service_types: 'own',
  find_free_times: {
    ...{ kind: 'serviceType', field: 'service_type_id' },
    input: { from: inDays(1), to: inDays(5) },
  },
  list_bookings: 'own',
  list_standbys: 'own',
  create_booking: {
    ...{ kind: 'serviceType', field: 'service_type_id' },
    input: { start: inDays(3), customer: { name: 'Stranger' } },
  },
  move_booking: { kind: 'booking', field: 'booking_id', input: { start: inDays(4) } },
  cancel_booking: { kind: 'booking', field: 'booking_id' },
  list_failed_deliveries: { kind: 'webhookEndpoint', field: 'endpoint_id' },
}
