import { either, type Kinds, PLACE, where } from './parts.ts'

export const ja: Kinds = {
  added: {
    name: '順番待ちの受付',
    subject: `${where('venue_name', '{{ venue_name }}：')}順番待ちを受け付けました`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}順番待ちを受け付けました` +
      `${where('position', '（{{ position }}番目）')}。${PLACE}`,
  },
  almost_ready: {
    name: 'まもなくご案内',
    subject: `${where('venue_name', '{{ venue_name }}：')}まもなく順番です`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}順番がまもなくです` +
      `${where('position', '（現在{{ position }}番目）')}。お近くでお待ちください。`,
  },
  ready: {
    name: 'ご案内',
    subject: `${where('venue_name', '{{ venue_name }}：')}順番になりました`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}順番になりました。` +
      `${where('desk', '{{ desk }}まで、')}今すぐお越しください。`,
  },
  reminder: {
    name: 'ご来店のお願い',
    subject: `${where('venue_name', '{{ venue_name }}：')}お待ちしております`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}にて')}お待ちしております。` +
      `${either('minutes_left', '{{ minutes_left }}分以内にお越しください。', '今すぐお越しください。')}`,
  },
  no_show: {
    name: '不在',
    subject: `${where('venue_name', '{{ venue_name }}：')}お越しを確認できませんでした`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}に')}` +
      'お越しがなかったため、次の方をご案内しました。ご来店の際はお声がけください。',
  },
  requeued: {
    name: '順番待ちの再開',
    subject: `${where('venue_name', '{{ venue_name }}：')}順番待ちに戻りました`,
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}順番待ちに戻りました` +
      `${where('position', '（{{ position }}番目）')}。${PLACE}`,
  },
  booking_confirmed: {
    name: '予約の確定',
    subject: 'ご予約を承りました',
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}ご予約を承りました。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '「{{ service_name }}」')}` +
      `${where('provider_name', '担当：{{ provider_name }}')}${PLACE}`,
  },
  booking_changed: {
    name: '予約の変更',
    subject: 'ご予約が変更されました',
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}ご予約が変更されました。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '「{{ service_name }}」')}` +
      `${where('provider_name', '担当：{{ provider_name }}')}${PLACE}`,
  },
  booking_cancelled: {
    name: '予約の取り消し',
    subject: 'ご予約は取り消されました',
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}の')}ご予約は取り消されました。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '「{{ service_name }}」')}`,
  },
  booking_reminder: {
    name: '予約のお知らせ',
    subject: 'ご予約のお知らせ',
    text:
      `{{ guest_name }}様、${where('venue_name', '{{ venue_name }}への')}ご来店をお待ちしております。${where('starts_at', '{{ starts_at }}')}` +
      `${where('service_name', '「{{ service_name }}」')}` +
      `${where('provider_name', '担当：{{ provider_name }}')}${PLACE}`,
  },
}
