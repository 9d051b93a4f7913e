import { either, type Kinds, where } from './parts.ts'

export const de: Kinds = {
  added: {
    name: 'Auf der Warteliste',
    subject: `Ihr Platz auf der Warteliste${where('venue_name', ' von {{ venue_name }}')}`,
    text:
      `Guten Tag {{ guest_name }}, Sie stehen auf der Warteliste${where('venue_name', ' von {{ venue_name }}')}` +
      `${where('position', ', Platz {{ position }}')}.${where('status_url', ' Ihr Platz: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Gleich an der Reihe',
    subject: `Sie sind gleich an der Reihe${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, Sie sind gleich an der Reihe${where('venue_name', ' ({{ venue_name }})')}` +
      `${where('position', ', Platz {{ position }}')}. Bitte bleiben Sie in der Nähe.`,
  },
  ready: {
    name: 'Sie sind an der Reihe',
    subject: `Sie sind an der Reihe${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, Sie sind an der Reihe${where('venue_name', ' ({{ venue_name }})')}` +
      `. Bitte kommen Sie jetzt${where('desk', ' zu: {{ desk }}')}.`,
  },
  reminder: {
    name: 'Erinnerung',
    subject: `Wir warten auf Sie${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, wir warten auf Sie${where('venue_name', ' ({{ venue_name }})')}` +
      '. Bitte kommen Sie ' +
      `${either('minutes_left', 'in den nächsten {{ minutes_left }} Min., damit Ihr Platz frei bleibt', 'jetzt')}` +
      '.',
  },
  no_show: {
    name: 'Nicht erschienen',
    subject: `Wir haben Sie vermisst${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, wir haben Sie nicht angetroffen${where('venue_name', ' ({{ venue_name }})')}` +
      ' und Ihren Platz vergeben. Sie kommen noch? Bitte melden Sie sich bei uns.',
  },
  requeued: {
    name: 'Wieder auf der Warteliste',
    subject: `Sie sind wieder auf der Warteliste${where('venue_name', ' von {{ venue_name }}')}`,
    text:
      '{{ guest_name }}, Sie sind wieder auf der Warteliste' +
      `${where('venue_name', ' von {{ venue_name }}')}${where('position', ', Platz {{ position }}')}.` +
      `${where('status_url', ' Ihr Platz: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Termin bestätigt',
    subject: 'Ihr Termin ist bestätigt',
    text:
      `{{ guest_name }}, Ihr Termin${where('venue_name', ' bei {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' mit {{ provider_name }}')}` +
      `${where('starts_at', ' am {{ starts_at }}')} ist bestätigt.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Termin geändert',
    subject: 'Ihr Termin wurde geändert',
    text:
      `{{ guest_name }}, Ihr Termin${where('venue_name', ' bei {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' mit {{ provider_name }}')} wurde geändert` +
      `${where('starts_at', ', neu: {{ starts_at }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Termin abgesagt',
    subject: 'Ihr Termin wurde abgesagt',
    text:
      `{{ guest_name }}, Ihr Termin${where('venue_name', ' bei {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('starts_at', ' am {{ starts_at }}')} wurde abgesagt.`,
  },
  booking_reminder: {
    name: 'Terminerinnerung',
    subject: 'Erinnerung an Ihren Termin',
    text:
      `{{ guest_name }}, wir freuen uns auf Sie${where('venue_name', ' bei {{ venue_name }}')}${where('starts_at', ' am {{ starts_at }}')}` +
      `${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' mit {{ provider_name }}')}.` +
      `${where('status_url', ' Details: {{ status_url }}')}`,
  },
}
