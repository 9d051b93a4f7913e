import { either, type Kinds, where } from './parts.ts'

export const es: Kinds = {
  added: {
    name: 'En la lista de espera',
    subject: `Su lugar en la lista de espera${where('venue_name', ' de {{ venue_name }}')}`,
    text:
      `Hola {{ guest_name }}, su nombre figura en la lista de espera${where('venue_name', ' de {{ venue_name }}')}` +
      `${where('position', ', puesto {{ position }}')}.${where('status_url', ' Su lugar: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Casi es su turno',
    subject: `Casi es su turno${where('venue_name', ' en {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, casi es su turno${where('venue_name', ' en {{ venue_name }}')}` +
      `${where('position', ' (puesto {{ position }})')}. Por favor, no se aleje.`,
  },
  ready: {
    name: 'Es su turno',
    subject: `Es su turno${where('venue_name', ' en {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, es su turno${where('venue_name', ' en {{ venue_name }}')}` +
      `. ${either('desk', 'Pase ahora a: {{ desk }}', 'Venga ahora, por favor')}.`,
  },
  reminder: {
    name: 'Recordatorio',
    subject: `Le esperamos${where('venue_name', ' en {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, le esperamos${where('venue_name', ' en {{ venue_name }}')}. ` +
      `${either('minutes_left', 'Venga en menos de {{ minutes_left }} min para conservar su puesto', 'Venga ahora, por favor')}` +
      '.',
  },
  no_show: {
    name: 'No se ha presentado',
    subject: `No le hemos visto${where('venue_name', ' en {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, no le hemos visto${where('venue_name', ' en {{ venue_name }}')}` +
      ' y hemos cedido su puesto. Si viene de camino, hable con nosotros.',
  },
  requeued: {
    name: 'De nuevo en la lista',
    subject: `De nuevo en la lista de espera${where('venue_name', ' de {{ venue_name }}')}`,
    text:
      '{{ guest_name }}, vuelve a tener su lugar en la lista de espera' +
      `${where('venue_name', ' de {{ venue_name }}')}${where('position', ', puesto {{ position }}')}.` +
      `${where('status_url', ' Su lugar: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Reserva confirmada',
    subject: 'Su reserva queda confirmada',
    text:
      `{{ guest_name }}, su reserva${where('venue_name', ' en {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('provider_name', ' con {{ provider_name }}')}` +
      `${where('starts_at', ' para el {{ starts_at }}')} queda confirmada.` +
      `${where('status_url', ' Detalles: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Reserva modificada',
    subject: 'Su reserva ha cambiado',
    text:
      `{{ guest_name }}, su reserva${where('venue_name', ' en {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('provider_name', ' con {{ provider_name }}')} ha cambiado` +
      `${where('starts_at', ': ahora es el {{ starts_at }}')}.` +
      `${where('status_url', ' Detalles: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Reserva cancelada',
    subject: 'Su reserva ha sido cancelada',
    text:
      `{{ guest_name }}, su reserva${where('venue_name', ' en {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('starts_at', ' para el {{ starts_at }}')} ha sido cancelada.`,
  },
  booking_reminder: {
    name: 'Recordatorio de reserva',
    subject: 'Recordatorio de su reserva',
    text:
      `{{ guest_name }}, le esperamos${where('venue_name', ' en {{ venue_name }}')}${where('starts_at', ' el {{ starts_at }}')}` +
      `${where('service_name', ' para {{ service_name }}')}` +
      `${where('provider_name', ' con {{ provider_name }}')}.` +
      `${where('status_url', ' Detalles: {{ status_url }}')}`,
  },
}
