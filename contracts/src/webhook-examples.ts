import bookingCancelled from '../fixtures/booking.cancelled.v1.json' with { type: 'json' }
import bookingCreated from '../fixtures/booking.created.v1.json' with { type: 'json' }
import bookingUpdated from '../fixtures/booking.updated.v1.json' with { type: 'json' }
import seriesCancelled from '../fixtures/booking_series.cancelled.v1.json' with { type: 'json' }
import seriesCreated from '../fixtures/booking_series.created.v1.json' with { type: 'json' }
import guestAdded from '../fixtures/guest.added.v1.json' with { type: 'json' }
import guestNoShow from '../fixtures/guest.no_show.v1.json' with { type: 'json' }
import guestNotified from '../fixtures/guest.notified.v1.json' with { type: 'json' }
import guestRemoved from '../fixtures/guest.removed.v1.json' with { type: 'json' }
import guestSeated from '../fixtures/guest.seated.v1.json' with { type: 'json' }
import guestUpdated from '../fixtures/guest.updated.v1.json' with { type: 'json' }
import notificationDelivered from '../fixtures/notification.delivered.v1.json' with { type: 'json' }
import notificationFailed from '../fixtures/notification.failed.v1.json' with { type: 'json' }
import notificationSent from '../fixtures/notification.sent.v1.json' with { type: 'json' }
import queueCreated from '../fixtures/queue.created.v1.json' with { type: 'json' }
import queuePaused from '../fixtures/queue.paused.v1.json' with { type: 'json' }
import queueResumed from '../fixtures/queue.resumed.v1.json' with { type: 'json' }
import queueUpdated from '../fixtures/queue.updated.v1.json' with { type: 'json' }
import standbyAdded from '../fixtures/standby.added.v1.json' with { type: 'json' }
import standbyBooked from '../fixtures/standby.booked.v1.json' with { type: 'json' }
import standbyEnded from '../fixtures/standby.ended.v1.json' with { type: 'json' }
import standbyOfferExpired from '../fixtures/standby.offer_expired.v1.json' with { type: 'json' }
import standbyOffered from '../fixtures/standby.offered.v1.json' with { type: 'json' }
import type { CloudEvent } from './events/cloud-event.ts'

/** An event of each webhook event type: the golden files that producers are tested against. */
export const EVENT_EXAMPLES: readonly CloudEvent[] = [
  guestAdded,
  guestUpdated,
  guestNotified,
  guestSeated,
  guestRemoved,
  guestNoShow,
  queueCreated,
  queueUpdated,
  queuePaused,
  queueResumed,
  notificationSent,
  notificationDelivered,
  notificationFailed,
  bookingCreated,
  bookingUpdated,
  bookingCancelled,
  seriesCreated,
  seriesCancelled,
  standbyAdded,
  standbyOffered,
  standbyOfferExpired,
  standbyBooked,
  standbyEnded,
] as CloudEvent[]
