import { either, type Kinds, where } from './parts.ts'

export const en: Kinds = {
  added: {
    name: 'Added to the queue',
    subject: `You are in line${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `Hi {{ guest_name }}, you are in line${where('venue_name', ' at {{ venue_name }}')}` +
      `${where('position', ', number {{ position }}')}${where('estimated_wait > 0', ', about {{ estimated_wait }} min')}.` +
      `${where("channel == 'sms'", ' Reply to reach us, STOP to opt out.')}` +
      `${where('status_url', ' Your place: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Almost ready',
    subject: `Almost your turn${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, it is almost your turn${where('venue_name', ' at {{ venue_name }}')}` +
      `${where('position', ' (number {{ position }})')}. Please stay close by.`,
  },
  ready: {
    name: 'Ready',
    subject: `It is your turn${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, it is your turn${where('venue_name', ' at {{ venue_name }}')}` +
      `. Please come ${where('desk', 'to {{ desk }} ')}now.${where("status_url and channel != 'push'", ' {{ status_url }}')}`,
  },
  reminder: {
    name: 'Reminder',
    subject: `We are waiting for you${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, we are waiting for you${where('venue_name', ' at {{ venue_name }}')}` +
      '. Please come ' +
      `${either('minutes_left', 'within {{ minutes_left }} min to keep your place', 'now')}.`,
  },
  no_show: {
    name: 'Missed',
    subject: `We missed you${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, we missed you${where('venue_name', ' at {{ venue_name }}')}` +
      ' and gave your place to the next guest. Still coming? Please talk to us.',
  },
  requeued: {
    name: 'Back in the queue',
    subject: `You are back in line${where('venue_name', ' at {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, you are back in line${where('venue_name', ' at {{ venue_name }}')}` +
      `${where('position', ', number {{ position }}')}.` +
      `${where('status_url', ' Your place: {{ status_url }}')}`,
  },
  booking_requested: {
    name: 'Booking requested',
    subject: 'We received your booking request',
    text:
      `{{ guest_name }}, we received your request${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('starts_at', ' on {{ starts_at }}')}. It is not confirmed yet.` +
      `${where('status_url', ' {{ status_url }}')}`,
  },
  booking_declined: {
    name: 'Booking declined',
    subject: 'Your booking request was declined',
    text:
      `{{ guest_name }}, unfortunately your booking request${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('starts_at', ' on {{ starts_at }}')} was declined.`,
  },
  booking_confirmed: {
    name: 'Booking confirmed',
    subject: 'Your booking is confirmed',
    text:
      `{{ guest_name }}, your booking${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('provider_name', ' with {{ provider_name }}')}` +
      `${where('starts_at', ' on {{ starts_at }}')} is confirmed.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Booking changed',
    subject: 'Your booking was changed',
    text:
      `{{ guest_name }}, your booking${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('provider_name', ' with {{ provider_name }}')} was changed` +
      `${where('starts_at', ' and is now on {{ starts_at }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Booking cancelled',
    subject: 'Your booking was cancelled',
    text:
      `{{ guest_name }}, your booking${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('starts_at', ' on {{ starts_at }}')} was cancelled.`,
  },
  booking_reminder: {
    name: 'Booking reminder',
    subject: 'A reminder of your booking',
    text:
      `{{ guest_name }}, we look forward to seeing you${where('venue_name', ' at {{ venue_name }}')}${where('starts_at', ' on {{ starts_at }}')}` +
      `${where('service_name', ' for {{ service_name }}')}` +
      `${where('provider_name', ' with {{ provider_name }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_standby: {
    name: 'On the standby list',
    subject: 'You are on the standby list',
    text:
      `{{ guest_name }}, you are on the standby list${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}.` +
      ` We tell you when a time is free.${where('status_url', ' {{ status_url }}')}`,
  },
  booking_offered: {
    name: 'A time is free',
    subject: 'A time is free for you',
    text:
      `{{ guest_name }}, a time is free${where('venue_name', ' at {{ venue_name }}')}${where('service_name', ' for {{ service_name }}')}` +
      `${where('starts_at', ': {{ starts_at }}')}.` +
      `${where('status_url', ` Held for you${where('minutes_left', ' for {{ minutes_left }} min')}: {{ status_url }}`)}`,
  },
  booking_code: {
    name: 'Booking code',
    subject: `Your code${where('venue_name', ' for {{ venue_name }}')}`,
    text:
      `Your code${where('venue_name', ' for your bookings at {{ venue_name }}')} is {{ code }}.` +
      `${where('minutes_left', ' It is valid for {{ minutes_left }} min.')} Never share it.`,
  },
}
