import { localDate } from '@usher/contracts/zones'
import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'

interface Shown {
  readonly speaker: Speaker
  readonly timeZone: string
  /** A start that cannot be chosen, as it is the present one. */
  readonly current?: string
}

/** Free times by day, each a button that sends its start. */
export function dayList(slots: readonly { readonly start: string }[], shown: Shown): Html[] {
  const { speaker, timeZone, current } = shown
  const button = ({ start }: { readonly start: string }) =>
    html`<button name="start" value="${start}"${start === current && html` disabled`}>${speaker.clock(start, timeZone)}</button>`
  return [...Map.groupBy(slots, ({ start }) => localDate(start, timeZone)).values()].map(
    (ofDay) => html`<fieldset class="day"><legend>${speaker.date(ofDay[0]?.start ?? '', timeZone)}</legend>
<div class="choices">${ofDay.map(button)}</div></fieldset>`,
  )
}

/** In which time zone times are. */
export const zoneHint = (speaker: Speaker, timeZone: string): Html =>
  html`<p class="hint">${speaker.say('timeZone')}: <bdi>${timeZone.replaceAll('_', ' ')}</bdi></p>`
