import { either, type Kinds, where } from './parts.ts'

export const pt: Kinds = {
  added: {
    name: 'Na fila de espera',
    subject: `O seu lugar na fila${where('venue_name', ' de {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, recebemos o seu nome para a fila${where('venue_name', ' de {{ venue_name }}')}` +
      `${where('position', ', lugar {{ position }}')}.${where('status_url', ' O seu lugar: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'Quase a sua vez',
    subject: `Quase a sua vez${where('venue_name', ' em {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, falta pouco para a sua vez${where('venue_name', ' em {{ venue_name }}')}` +
      `${where('position', ' (lugar {{ position }})')}. Por favor, fique por perto.`,
  },
  ready: {
    name: 'Chegou a sua vez',
    subject: `Chegou a sua vez${where('venue_name', ' em {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, chegou a sua vez${where('venue_name', ' em {{ venue_name }}')}` +
      `. ${either('desk', 'Dirija-se agora a: {{ desk }}', 'Venha agora, por favor')}.`,
  },
  reminder: {
    name: 'Lembrete',
    subject: `Estamos à sua espera${where('venue_name', ' em {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, estamos à sua espera${where('venue_name', ' em {{ venue_name }}')}. Venha ` +
      `${either('minutes_left', 'dentro de {{ minutes_left }} min para manter o seu lugar', 'agora, por favor')}` +
      '.',
  },
  no_show: {
    name: 'Não compareceu',
    subject: `Sentimos a sua falta${where('venue_name', ' em {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, sentimos a sua falta${where('venue_name', ' em {{ venue_name }}')}` +
      ' e demos o seu lugar a outra pessoa. Ainda vem? Fale com o atendimento.',
  },
  requeued: {
    name: 'De novo na fila',
    subject: `De novo na fila${where('venue_name', ' de {{ venue_name }}')}`,
    text:
      `{{ guest_name }}, voltou a ter o seu lugar na fila${where('venue_name', ' de {{ venue_name }}')}` +
      `${where('position', ', lugar {{ position }}')}.` +
      `${where('status_url', ' O seu lugar: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'Reserva confirmada',
    subject: 'A sua reserva foi confirmada',
    text:
      `{{ guest_name }}, a sua reserva${where('venue_name', ' em {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('provider_name', ' com {{ provider_name }}')}` +
      `${where('starts_at', ' para {{ starts_at }}')} foi confirmada.` +
      `${where('status_url', ' Detalhes: {{ status_url }}')}`,
  },
  booking_changed: {
    name: 'Reserva alterada',
    subject: 'A sua reserva foi alterada',
    text:
      `{{ guest_name }}, a sua reserva${where('venue_name', ' em {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('provider_name', ' com {{ provider_name }}')} foi alterada` +
      `${where('starts_at', ' para {{ starts_at }}')}.` +
      `${where('status_url', ' Detalhes: {{ status_url }}')}`,
  },
  booking_cancelled: {
    name: 'Reserva cancelada',
    subject: 'A sua reserva foi cancelada',
    text:
      `{{ guest_name }}, a sua reserva${where('venue_name', ' em {{ venue_name }}')}${where('service_name', ' de {{ service_name }}')}` +
      `${where('starts_at', ' para {{ starts_at }}')} foi cancelada.`,
  },
  booking_reminder: {
    name: 'Lembrete da reserva',
    subject: 'Lembrete da sua reserva',
    text:
      `{{ guest_name }}, estamos à sua espera${where('venue_name', ' em {{ venue_name }}')}${where('starts_at', ' em {{ starts_at }}')}` +
      `${where('service_name', ' para {{ service_name }}')}` +
      `${where('provider_name', ' com {{ provider_name }}')}.` +
      `${where('status_url', ' Detalhes: {{ status_url }}')}`,
  },
}
