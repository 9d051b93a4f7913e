import { either, type Kinds, where } from './parts.ts'

export const fr: Kinds = {
  added: {
    name: "Dans la file d'attente",
    subject: `Votre place dans la file d'attente${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      `Bonjour {{ guest_name }}, vous attendez dans la file${where('venue_name', ' ({{ venue_name }})')}` +
      `${where('position', ', numéro {{ position }}')}.${where('status_url', ' Votre place : {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Bientôt votre tour',
    subject: `Votre tour approche${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, votre tour approche${where('venue_name', ' ({{ venue_name }})')}` +
      `${where('position', ', vous occupez la place {{ position }}')}. Merci de rester à proximité.`,
  },
  ready: {
    name: "C'est votre tour",
    subject: `C'est votre tour${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, c'est votre tour${where('venue_name', ' ({{ venue_name }})')}` +
      `. Merci de venir maintenant${where('desk', " à l'endroit indiqué : {{ desk }}")}.`,
  },
  reminder: {
    name: 'Rappel',
    subject: `Nous vous attendons${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, nous vous attendons${where('venue_name', ' ({{ venue_name }})')}` +
      '. Merci de venir ' +
      `${either('minutes_left', 'sous {{ minutes_left }} min pour garder votre place', 'maintenant')}.`,
  },
  no_show: {
    name: 'Absence',
    subject: `Nous ne vous avons pas vu${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      '{{ guest_name }}, sans nouvelles de vous, nous avons cédé votre place' +
      `${where('venue_name', ' ({{ venue_name }})')}. Vous arrivez ? Adressez-vous à nous.`,
  },
  requeued: {
    name: 'De retour dans la file',
    subject: `De retour dans la file d'attente${where('venue_name', ' : {{ venue_name }}')}`,
    text:
      '{{ guest_name }}, vous retrouvez votre place dans la file' +
      `${where('venue_name', ' ({{ venue_name }})')}${where('position', ', numéro {{ position }}')}.` +
      `${where('status_url', ' Votre place : {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Réservation confirmée',
    subject: 'Votre réservation est confirmée',
    text:
      `{{ guest_name }}, votre réservation${where('venue_name', ' chez {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' avec {{ provider_name }}')}` +
      `${where('starts_at', ' pour le {{ starts_at }}')} est confirmée.` +
      `${where('status_url', ' Détails : {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Réservation modifiée',
    subject: 'Votre réservation est modifiée',
    text:
      `{{ guest_name }}, votre réservation${where('venue_name', ' chez {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' avec {{ provider_name }}')} est modifiée` +
      `${where('starts_at', ' : {{ starts_at }}')}.` +
      `${where('status_url', ' Détails : {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Réservation annulée',
    subject: 'Votre réservation est annulée',
    text:
      `{{ guest_name }}, votre réservation${where('venue_name', ' chez {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('starts_at', ' pour le {{ starts_at }}')} est annulée.`,
  },
  booking_reminder: {
    name: 'Rappel de réservation',
    subject: 'Rappel de votre réservation',
    text:
      `{{ guest_name }}, nous vous attendons${where('venue_name', ' chez {{ venue_name }}')}${where('starts_at', ' le {{ starts_at }}')}` +
      `${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' avec {{ provider_name }}')}.` +
      `${where('status_url', ' Détails : {{ status_url }}')}`,
  },
}
