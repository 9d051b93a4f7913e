import type { OwnBooking } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'
import type { TextKey } from '../words/words.ts'

/** Refusals of queues that customers can understand. */
const REASONS: Readonly<Record<string, TextKey>> = {
  queue_paused: 'pausedTitle',
  queue_closed: 'closedTitle',
  queue_full: 'fullTitle',
}

/** What became of checking in: refused, or under way. */
export function arrivalNotices(
  {
    check_in_error,
    checked_in_at,
    place_url,
  }: Pick<OwnBooking, 'check_in_error' | 'checked_in_at' | 'place_url'>,
  speaker: Speaker,
): Html | undefined {
  if (check_in_error !== null) return refusedNotice(check_in_error, speaker)
  if (checked_in_at === null || place_url) return undefined
  return html`<p class="notice" role="status">${speaker.say('checkInWaiting')}</p>`
}

/** Why a queue did not take a customer. */
export function refusedNotice(code: string, speaker: Speaker): Html {
  const reason = REASONS[code]
  return html`<p class="notice bad" role="alert">${reason && html`<strong>${speaker.say(reason)}</strong> `}${speaker.say('checkInRefused')}</p>`
}
