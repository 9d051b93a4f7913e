import { either, type Kinds, PLACE, where } from './parts.ts'

export const ar: Kinds = {
  added: {
    name: 'تمت الإضافة إلى قائمة الانتظار',
    subject: `دورك في قائمة الانتظار${where('venue_name', ': {{ venue_name }}')}`,
    text:
      `مرحبًا {{ guest_name }}، اسمك في قائمة الانتظار${where('venue_name', ' لدى {{ venue_name }}')}` +
      `${where('position', '، الرقم {{ position }}')}.${where('status_url', ' مكانك: {{ status_url }}')}`,
  },
  almost_ready: {
    name: 'اقترب دورك',
    subject: `اقترب دورك${where('venue_name', ' لدى {{ venue_name }}')}`,
    text:
      `اقترب دورك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}` +
      `${where('position', '، رقمك {{ position }}')}. يرجى البقاء بالقرب.`,
  },
  ready: {
    name: 'حان دورك',
    subject: `حان دورك${where('venue_name', ' لدى {{ venue_name }}')}`,
    text:
      `حان دورك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}` +
      `. تفضل بالحضور الآن${where('desk', ' إلى {{ desk }}')}.`,
  },
  reminder: {
    name: 'تذكير',
    subject: `نحن في انتظارك${where('venue_name', ' لدى {{ venue_name }}')}`,
    text:
      `نحن في انتظارك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}. ` +
      `${either('minutes_left', 'يرجى الحضور خلال {{ minutes_left }} دقيقة للاحتفاظ بدورك.', 'يرجى الحضور الآن.')}`,
  },
  no_show: {
    name: 'لم يحضر',
    subject: `لم نجدك${where('venue_name', ' لدى {{ venue_name }}')}`,
    text:
      `انتظرناك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}` +
      ' ثم انتقل دورك إلى الضيف التالي. إذا كنت قادمًا فتحدث إلينا.',
  },
  requeued: {
    name: 'العودة إلى قائمة الانتظار',
    subject: `دورك محفوظ من جديد${where('venue_name', ' لدى {{ venue_name }}')}`,
    text:
      'مرحبًا {{ guest_name }}، عاد اسمك إلى قائمة الانتظار' +
      `${where('venue_name', ' لدى {{ venue_name }}')}${where('position', '، الرقم {{ position }}')}.` +
      `${where('status_url', ' مكانك: {{ status_url }}')}`,
  },
  booking_confirmed: {
    name: 'تأكيد الحجز',
    subject: 'تم تأكيد حجزك',
    text:
      `تم تأكيد حجزك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}${where('service_name', '، {{ service_name }}')}` +
      `${where('provider_name', ' مع {{ provider_name }}')}${where('starts_at', '، {{ starts_at }}')}.` +
      `${PLACE}`,
  },
  booking_changed: {
    name: 'تغيير الحجز',
    subject: 'تم تغيير حجزك',
    text:
      `تم تغيير حجزك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}${where('service_name', '، {{ service_name }}')}` +
      `${where('provider_name', ' مع {{ provider_name }}')}` +
      `${where('starts_at', '، إلى {{ starts_at }}')}.` +
      `${PLACE}`,
  },
  booking_cancelled: {
    name: 'إلغاء الحجز',
    subject: 'تم إلغاء حجزك',
    text:
      `تم إلغاء حجزك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}${where('service_name', '، {{ service_name }}')}` +
      `${where('starts_at', '، {{ starts_at }}')}.`,
  },
  booking_reminder: {
    name: 'تذكير بالحجز',
    subject: 'تذكير بحجزك',
    text:
      `نتطلع إلى رؤيتك يا {{ guest_name }}${where('venue_name', ' لدى {{ venue_name }}')}${where('starts_at', '، {{ starts_at }}')}` +
      `${where('service_name', '، {{ service_name }}')}` +
      `${where('provider_name', ' مع {{ provider_name }}')}.` +
      `${PLACE}`,
  },
}
