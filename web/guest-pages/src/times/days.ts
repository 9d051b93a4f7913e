import { localDate, localTime } from '@usher/contracts/zones'
import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'
import type { TextKey } from '../words/words.ts'

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
  const part = ([key, ofPart]: [TextKey, typeof slots]) => html`<h3>${speaker.say(key)}</h3>
<div class="choices">${ofPart.map(button)}</div>`
  return [...Map.groupBy(slots, ({ start }) => localDate(start, timeZone)).values()].map(
    (
      ofDay,
    ) => html`<fieldset class="day"><legend><h2>${speaker.date(ofDay[0]?.start ?? '', timeZone)}</h2></legend>
${[...Map.groupBy(ofDay, ({ start }) => partOf(localTime(start, timeZone)))].map(part)}</fieldset>`,
  )
}

/** The part of the day of a local time. */
function partOf(time: Date): TextKey {
  const hour = time.getUTCHours()
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** In which time zone times are. */
export const zoneHint = (speaker: Speaker, timeZone: string): Html =>
  html`<p class="hint">${speaker.say('timeZone')}: <bdi>${speaker.zone(timeZone)}</bdi></p>`
