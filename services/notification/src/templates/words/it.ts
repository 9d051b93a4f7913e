import { either, type Kinds, where } from './parts.ts'

export const it: Kinds = {
  added: {
    name: "In lista d'attesa",
    subject: `Il suo posto in lista d'attesa${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `Buongiorno {{ guest_name }}, il suo nome è in lista d'attesa${where('venue_name', ' ({{ venue_name }})')}` +
      `${where('position', ', numero {{ position }}')}.${where('status_url', ' Il suo posto: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Quasi il suo turno',
    subject: `È quasi il suo turno${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, è quasi il suo turno${where('venue_name', ' ({{ venue_name }})')}` +
      `${where('position', ', numero {{ position }}')}. Resti nelle vicinanze, per favore.`,
  },
  ready: {
    name: 'È il suo turno',
    subject: `È il suo turno${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, è il suo turno${where('venue_name', ' ({{ venue_name }})')}` +
      `. ${either('desk', 'Si presenti adesso presso: {{ desk }}', 'Venga adesso, per favore')}.`,
  },
  reminder: {
    name: 'Promemoria',
    subject: `La stiamo aspettando${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, la stiamo aspettando${where('venue_name', ' ({{ venue_name }})')}. Venga ` +
      `${either('minutes_left', 'entro {{ minutes_left }} min per non perdere il posto', 'adesso, per favore')}` +
      '.',
  },
  no_show: {
    name: 'Non presentato',
    subject: `Non l'abbiamo vista${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, non l'abbiamo vista${where('venue_name', ' ({{ venue_name }})')}` +
      ' e il suo posto è passato al prossimo ospite. Sta arrivando? Si rivolga a noi.',
  },
  requeued: {
    name: "Di nuovo in lista d'attesa",
    subject: `Di nuovo in lista d'attesa${where('venue_name', ': {{ venue_name }}')}`,
    text:
      "{{ guest_name }}, il suo nome è di nuovo in lista d'attesa" +
      `${where('venue_name', ' ({{ venue_name }})')}${where('position', ', numero {{ position }}')}.` +
      `${where('status_url', ' Il suo posto: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Prenotazione confermata',
    subject: 'La sua prenotazione è confermata',
    text:
      `{{ guest_name }}, la sua prenotazione${where('venue_name', ' presso {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' con {{ provider_name }}')}` +
      `${where('starts_at', ' per {{ starts_at }}')} è confermata.` +
      `${where('status_url', ' Dettagli: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Prenotazione modificata',
    subject: 'La sua prenotazione è cambiata',
    text:
      `{{ guest_name }}, la sua prenotazione${where('venue_name', ' presso {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' con {{ provider_name }}')} è cambiata` +
      `${where('starts_at', ': {{ starts_at }}')}.${where('status_url', ' Dettagli: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Prenotazione annullata',
    subject: 'La sua prenotazione è annullata',
    text:
      `{{ guest_name }}, la sua prenotazione${where('venue_name', ' presso {{ venue_name }}')}${where('service_name', ' ({{ service_name }})')}` +
      `${where('starts_at', ' per {{ starts_at }}')} è annullata.`,
  },
  booking_reminder: {
    name: 'Promemoria prenotazione',
    subject: 'Promemoria della sua prenotazione',
    text:
      `{{ guest_name }}, la aspettiamo${where('venue_name', ' presso {{ venue_name }}')}${where('starts_at', ' {{ starts_at }}')}` +
      `${where('service_name', ' ({{ service_name }})')}` +
      `${where('provider_name', ' con {{ provider_name }}')}.` +
      `${where('status_url', ' Dettagli: {{ status_url }}')}`,
  },
}
