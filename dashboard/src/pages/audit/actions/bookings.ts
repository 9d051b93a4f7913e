import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On bookings, what can be booked, and calendars. */
export const BOOKING_ACTIONS: Actions = {
  holdSlot: [msg`Hold a time`, msg`{who} held a time`, msg`{who} tried to hold a time`],
  releaseHold: [
    msg`Release a held time`,
    msg`{who} released a held time`,
    msg`{who} tried to release a held time`,
  ],
  startCalendarSync: [
    msg`Start a calendar sync`,
    msg`{who} started a calendar sync`,
    msg`{who} tried to start a calendar sync`,
  ],
  createBooking: [
    msg`Make a booking`,
    msg`{who} made <link>a booking</link>`,
    msg`{who} tried to make <link>a booking</link>`,
  ],
  updateBooking: [
    msg`Change a booking`,
    msg`{who} changed <link>a booking</link>`,
    msg`{who} tried to change <link>a booking</link>`,
  ],
  cancelBooking: [
    msg`Cancel a booking`,
    msg`{who} cancelled <link>a booking</link>`,
    msg`{who} tried to cancel <link>a booking</link>`,
  ],
  checkInBooking: [
    msg`Check in a booking`,
    msg`{who} checked in <link>a booking</link>`,
    msg`{who} tried to check in <link>a booking</link>`,
  ],
  moveOwnBooking: [
    msg`Move their booking`,
    msg`{who} moved <link>their booking</link>`,
    msg`{who} tried to move <link>their booking</link>`,
  ],
  cancelOwnBooking: [
    msg`Cancel their booking`,
    msg`{who} cancelled <link>their booking</link>`,
    msg`{who} tried to cancel <link>their booking</link>`,
  ],
  createServiceType: [
    msg`Create a service type`,
    msg`{who} created <link>a service type</link>`,
    msg`{who} tried to create <link>a service type</link>`,
  ],
  updateServiceType: [
    msg`Change a service type`,
    msg`{who} changed <link>a service type</link>`,
    msg`{who} tried to change <link>a service type</link>`,
  ],
  replaceServiceType: [
    msg`Replace a service type`,
    msg`{who} replaced <link>a service type</link>`,
    msg`{who} tried to replace <link>a service type</link>`,
  ],
  deleteServiceType: [
    msg`Delete a service type`,
    msg`{who} deleted <link>a service type</link>`,
    msg`{who} tried to delete <link>a service type</link>`,
  ],
  createProvider: [
    msg`Create a provider`,
    msg`{who} created <link>a provider</link>`,
    msg`{who} tried to create <link>a provider</link>`,
  ],
  updateProvider: [
    msg`Change a provider`,
    msg`{who} changed <link>a provider</link>`,
    msg`{who} tried to change <link>a provider</link>`,
  ],
  deleteProvider: [
    msg`Delete a provider`,
    msg`{who} deleted <link>a provider</link>`,
    msg`{who} tried to delete <link>a provider</link>`,
  ],
  createCategory: [
    msg`Create a category`,
    msg`{who} created <link>a category</link>`,
    msg`{who} tried to create <link>a category</link>`,
  ],
  updateCategory: [
    msg`Change a category`,
    msg`{who} changed <link>a category</link>`,
    msg`{who} tried to change <link>a category</link>`,
  ],
  deleteCategory: [
    msg`Delete a category`,
    msg`{who} deleted <link>a category</link>`,
    msg`{who} tried to delete <link>a category</link>`,
  ],
  createProduct: [
    msg`Create a product`,
    msg`{who} created <link>a product</link>`,
    msg`{who} tried to create <link>a product</link>`,
  ],
  updateProduct: [
    msg`Change a product`,
    msg`{who} changed <link>a product</link>`,
    msg`{who} tried to change <link>a product</link>`,
  ],
  deleteProduct: [
    msg`Delete a product`,
    msg`{who} deleted <link>a product</link>`,
    msg`{who} tried to delete <link>a product</link>`,
  ],
  confirmGoogleCalendar: [
    msg`Connect a Google Calendar`,
    msg`{who} connected <link>a Google Calendar</link>`,
    msg`{who} tried to connect <link>a Google Calendar</link>`,
  ],
  updateCalendarConnection: [
    msg`Change a calendar connection`,
    msg`{who} changed <link>a calendar connection</link>`,
    msg`{who} tried to change <link>a calendar connection</link>`,
  ],
  deleteCalendarConnection: [
    msg`Disconnect a Google Calendar`,
    msg`{who} disconnected <link>a Google Calendar</link>`,
    msg`{who} tried to disconnect <link>a Google Calendar</link>`,
  ],
}
