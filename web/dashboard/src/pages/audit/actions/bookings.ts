import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On bookings, what can be booked, and calendars. */
export const BOOKING_ACTIONS: Actions = {
  holdSlot: {
    name: msg`Hold a time`,
    done: msg`{who} held a time`,
    tried: msg`{who} tried to hold a time`,
  },
  releaseHold: {
    name: msg`Release a held time`,
    done: msg`{who} released a held time`,
    tried: msg`{who} tried to release a held time`,
  },
  startCalendarSync: {
    name: msg`Start a calendar sync`,
    done: msg`{who} started a calendar sync`,
    tried: msg`{who} tried to start a calendar sync`,
  },
  createBooking: {
    name: msg`Make a booking`,
    done: msg`{who} made <link>a booking</link>`,
    tried: msg`{who} tried to make <link>a booking</link>`,
  },
  updateBooking: {
    name: msg`Change a booking`,
    done: msg`{who} changed <link>a booking</link>`,
    tried: msg`{who} tried to change <link>a booking</link>`,
  },
  cancelBooking: {
    name: msg`Cancel a booking`,
    done: msg`{who} cancelled <link>a booking</link>`,
    tried: msg`{who} tried to cancel <link>a booking</link>`,
  },
  checkInBooking: {
    name: msg`Check in a booking`,
    done: msg`{who} checked in <link>a booking</link>`,
    tried: msg`{who} tried to check in <link>a booking</link>`,
  },
  createBookingSeries: {
    name: msg`Make a series of bookings`,
    done: msg`{who} made a series of bookings`,
    tried: msg`{who} tried to make a series of bookings`,
  },
  cancelBookingSeries: {
    name: msg`Cancel a series of bookings`,
    done: msg`{who} cancelled a series of bookings`,
    tried: msg`{who} tried to cancel a series of bookings`,
  },
  updateBookingPage: {
    name: msg`Change the booking page`,
    done: msg`{who} changed the booking page`,
    tried: msg`{who} tried to change the booking page`,
  },
  holdOnline: {
    name: msg`Hold a time on the booking page`,
    done: msg`{who} held a time on the booking page`,
    tried: msg`{who} tried to hold a time on the booking page`,
  },
  bookOnline: {
    name: msg`Book on the booking page`,
    done: msg`{who} made <link>a booking</link> on the booking page`,
    tried: msg`{who} tried to make a booking on the booking page`,
  },
  bookSeriesOnline: {
    name: msg`Book a series on the booking page`,
    done: msg`{who} booked a series on the booking page`,
    tried: msg`{who} tried to book a series on the booking page`,
  },
  joinStandby: {
    name: msg`Wait for a free time`,
    done: msg`{who} began to wait for a free time`,
    tried: msg`{who} tried to wait for a free time`,
  },
  acceptStandbyOffer: {
    name: msg`Book an offered time`,
    done: msg`{who} booked the time offered to them`,
    tried: msg`{who} tried to book the time offered to them`,
  },
  leaveStandby: {
    name: msg`Stop waiting for a free time`,
    done: msg`{who} stopped waiting for a free time`,
    tried: msg`{who} tried to stop waiting for a free time`,
  },
  removeStandby: {
    name: msg`Take a customer off standby`,
    done: msg`{who} took a customer off standby`,
    tried: msg`{who} tried to take a customer off standby`,
  },
  requestBookingCode: {
    name: msg`Ask for a code on the booking page`,
    done: msg`{who} asked for a code on the booking page`,
    tried: msg`{who} tried to ask for a code on the booking page`,
  },
  startCustomerSession: {
    name: msg`Open their bookings`,
    done: msg`{who} opened their bookings with a code`,
    tried: msg`{who} tried to open their bookings with a code`,
  },
  moveOwnBooking: {
    name: msg`Move their booking`,
    done: msg`{who} moved <link>their booking</link>`,
    tried: msg`{who} tried to move <link>their booking</link>`,
  },
  cancelOwnBooking: {
    name: msg`Cancel their booking`,
    done: msg`{who} cancelled <link>their booking</link>`,
    tried: msg`{who} tried to cancel <link>their booking</link>`,
  },
  checkInOwnBooking: {
    name: msg`Check in to their booking`,
    done: msg`{who} checked in to <link>their booking</link>`,
    tried: msg`{who} tried to check in to <link>their booking</link>`,
  },
  arriveAtQueue: {
    name: msg`Check in on the join page`,
    done: msg`{who} checked in to <link>their booking</link> on the join page`,
    tried: msg`{who} tried to check in on the join page`,
  },
  createServiceType: {
    name: msg`Create a service type`,
    done: msg`{who} created <link>a service type</link>`,
    tried: msg`{who} tried to create <link>a service type</link>`,
  },
  updateServiceType: {
    name: msg`Change a service type`,
    done: msg`{who} changed <link>a service type</link>`,
    tried: msg`{who} tried to change <link>a service type</link>`,
  },
  replaceServiceType: {
    name: msg`Replace a service type`,
    done: msg`{who} replaced <link>a service type</link>`,
    tried: msg`{who} tried to replace <link>a service type</link>`,
  },
  deleteServiceType: {
    name: msg`Delete a service type`,
    done: msg`{who} deleted <link>a service type</link>`,
    tried: msg`{who} tried to delete <link>a service type</link>`,
  },
  createProvider: {
    name: msg`Create a provider`,
    done: msg`{who} created <link>a provider</link>`,
    tried: msg`{who} tried to create <link>a provider</link>`,
  },
  updateProvider: {
    name: msg`Change a provider`,
    done: msg`{who} changed <link>a provider</link>`,
    tried: msg`{who} tried to change <link>a provider</link>`,
  },
  deleteProvider: {
    name: msg`Delete a provider`,
    done: msg`{who} deleted <link>a provider</link>`,
    tried: msg`{who} tried to delete <link>a provider</link>`,
  },
  createCategory: {
    name: msg`Create a category`,
    done: msg`{who} created <link>a category</link>`,
    tried: msg`{who} tried to create <link>a category</link>`,
  },
  updateCategory: {
    name: msg`Change a category`,
    done: msg`{who} changed <link>a category</link>`,
    tried: msg`{who} tried to change <link>a category</link>`,
  },
  deleteCategory: {
    name: msg`Delete a category`,
    done: msg`{who} deleted <link>a category</link>`,
    tried: msg`{who} tried to delete <link>a category</link>`,
  },
  createProduct: {
    name: msg`Create a product`,
    done: msg`{who} created <link>a product</link>`,
    tried: msg`{who} tried to create <link>a product</link>`,
  },
  updateProduct: {
    name: msg`Change a product`,
    done: msg`{who} changed <link>a product</link>`,
    tried: msg`{who} tried to change <link>a product</link>`,
  },
  deleteProduct: {
    name: msg`Delete a product`,
    done: msg`{who} deleted <link>a product</link>`,
    tried: msg`{who} tried to delete <link>a product</link>`,
  },
  confirmGoogleCalendar: {
    name: msg`Connect a Google Calendar`,
    done: msg`{who} connected <link>a Google Calendar</link>`,
    tried: msg`{who} tried to connect <link>a Google Calendar</link>`,
  },
  updateCalendarConnection: {
    name: msg`Change a calendar connection`,
    done: msg`{who} changed <link>a calendar connection</link>`,
    tried: msg`{who} tried to change <link>a calendar connection</link>`,
  },
  deleteCalendarConnection: {
    name: msg`Disconnect a Google Calendar`,
    done: msg`{who} disconnected <link>a Google Calendar</link>`,
    tried: msg`{who} tried to disconnect <link>a Google Calendar</link>`,
  },
}
