import { either, type Kinds, where } from './parts.ts'

export const nl: Kinds = {
  added: {
    name: 'In de wachtrij',
    subject: `Uw plaats in de wachtrij${where('venue_name', ' van {{ venue_name }}')}`,
    text:
      `Hallo {{ guest_name }}, u staat in de wachtrij${where('venue_name', ' van {{ venue_name }}')}` +
      `${where('position', ', nummer {{ position }}')}.${where('status_url', ' Uw plaats: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Bijna aan de beurt',
    subject: `U bent bijna aan de beurt${where('venue_name', ' bij {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, u bent bijna aan de beurt${where('venue_name', ' bij {{ venue_name }}')}` +
      `${where('position', ' (nummer {{ position }})')}. Blijf alstublieft in de buurt.`,
  },
  ready: {
    name: 'U bent aan de beurt',
    subject: `U bent aan de beurt${where('venue_name', ' bij {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, u bent aan de beurt${where('venue_name', ' bij {{ venue_name }}')}` +
      `. Kom nu alstublieft${where('desk', ' naar {{ desk }}')}.`,
  },
  reminder: {
    name: 'Herinnering',
    subject: `Wij wachten op u${where('venue_name', ' bij {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, wij wachten op u${where('venue_name', ' bij {{ venue_name }}')}. Kom ` +
      `${either('minutes_left', 'binnen {{ minutes_left }} min om uw plaats te houden', 'nu alstublieft')}` +
      '.',
  },
  no_show: {
    name: 'Niet verschenen',
    subject: `Wij hebben u gemist${where('venue_name', ' bij {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, wij hebben u gemist${where('venue_name', ' bij {{ venue_name }}')}` +
      ' en uw plaats aan de volgende gegeven. Komt u nog? Spreek ons aan.',
  },
  requeued: {
    name: 'Weer in de wachtrij',
    subject: `U staat weer in de wachtrij${where('venue_name', ' van {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, u staat weer in de wachtrij${where('venue_name', ' van {{ venue_name }}')}` +
      `${where('position', ', nummer {{ position }}')}.` +
      `${where('status_url', ' Uw plaats: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Afspraak bevestigd',
    subject: 'Uw afspraak is bevestigd',
    text:
      `{{ guest_name }}, uw afspraak${where('venue_name', ' bij {{ venue_name }}')}${where('service_name', ' voor {{ service_name }}')}` +
      `${where('provider_name', ' met {{ provider_name }}')}` +
      `${where('starts_at', ' op {{ starts_at }}')} is bevestigd.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Afspraak gewijzigd',
    subject: 'Uw afspraak is gewijzigd',
    text:
      `{{ guest_name }}, uw afspraak${where('venue_name', ' bij {{ venue_name }}')}${where('service_name', ' voor {{ service_name }}')}` +
      `${where('provider_name', ' met {{ provider_name }}')} is gewijzigd` +
      `${where('starts_at', ' naar {{ starts_at }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Afspraak geannuleerd',
    subject: 'Uw afspraak is geannuleerd',
    text:
      `{{ guest_name }}, uw afspraak${where('venue_name', ' bij {{ venue_name }}')}${where('service_name', ' voor {{ service_name }}')}` +
      `${where('starts_at', ' op {{ starts_at }}')} is geannuleerd.`,
  },
  booking_reminder: {
    name: 'Afspraakherinnering',
    subject: 'Herinnering aan uw afspraak',
    text:
      `{{ guest_name }}, wij verwachten u${where('venue_name', ' bij {{ venue_name }}')}${where('starts_at', ' op {{ starts_at }}')}` +
      `${where('service_name', ' voor {{ service_name }}')}` +
      `${where('provider_name', ' met {{ provider_name }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
}
