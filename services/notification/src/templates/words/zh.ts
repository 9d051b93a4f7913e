import { either, type Kinds, PLACE, where } from './parts.ts'

export const zh: Kinds = {
  added: {
    name: '已加入排队',
    subject: `${where('venue_name', '{{ venue_name }}：')}您已加入排队`,
    text:
      `{{ guest_name }}，您好！您已加入${where('venue_name', '{{ venue_name }}的')}排队` +
      `${where('position', '，目前排第{{ position }}位')}。${PLACE}`,
  },
  almost_ready: {
    name: '即将轮到您',
    subject: `${where('venue_name', '{{ venue_name }}：')}即将轮到您`,
    text:
      `{{ guest_name }}，${where('venue_name', '{{ venue_name }}：')}即将轮到您` +
      `${where('position', '（第{{ position }}位）')}，请在附近等候。`,
  },
  ready: {
    name: '轮到您了',
    subject: `${where('venue_name', '{{ venue_name }}：')}轮到您了`,
    text:
      `{{ guest_name }}，${where('venue_name', '{{ venue_name }}：')}轮到您了，` +
      `${either('desk', '请现在前往{{ desk }}', '请现在过来')}。`,
  },
  reminder: {
    name: '提醒',
    subject: `${where('venue_name', '{{ venue_name }}：')}我们在等您`,
    text:
      `{{ guest_name }}，我们${where('venue_name', '在{{ venue_name }}')}等您，` +
      `${either('minutes_left', '请在{{ minutes_left }}分钟内到场，以保留您的位置。', '请现在过来。')}`,
  },
  no_show: {
    name: '未到场',
    subject: `${where('venue_name', '{{ venue_name }}：')}您未到场`,
    text: `{{ guest_name }}，由于您未到场，${where('venue_name', '{{ venue_name }}')}已请下一位客人入场。如仍要过来，请与我们联系。`,
  },
  requeued: {
    name: '重新排队',
    subject: `${where('venue_name', '{{ venue_name }}：')}您已回到队伍中`,
    text:
      `{{ guest_name }}，您已回到${where('venue_name', '{{ venue_name }}的')}队伍中` +
      `${where('position', '，目前排第{{ position }}位')}。${PLACE}`,
  },
  booking_confirmed: {
    name: '预约已确认',
    subject: '您的预约已确认',
    text:
      `{{ guest_name }}，您${where('venue_name', '在{{ venue_name }}')}的预约已确认。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '，{{ service_name }}')}${where('provider_name', '，{{ provider_name }}')}` +
      `${PLACE}`,
  },
  booking_changed: {
    name: '预约已更改',
    subject: '您的预约已更改',
    text:
      `{{ guest_name }}，您${where('venue_name', '在{{ venue_name }}')}的预约已更改。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '，{{ service_name }}')}${where('provider_name', '，{{ provider_name }}')}` +
      `${PLACE}`,
  },
  booking_cancelled: {
    name: '预约已取消',
    subject: '您的预约已取消',
    text:
      `{{ guest_name }}，您${where('venue_name', '在{{ venue_name }}')}的预约已取消。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '，{{ service_name }}')}`,
  },
  booking_reminder: {
    name: '预约提醒',
    subject: '预约提醒',
    text:
      `{{ guest_name }}，${where('venue_name', '{{ venue_name }}')}期待您的光临。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '，{{ service_name }}')}${where('provider_name', '，{{ provider_name }}')}` +
      `${PLACE}`,
  },
}
