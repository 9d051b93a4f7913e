import type { Delay, OwnPlace } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { delayMinutes, earlyMinutes } from '../browser/shared.ts'
import type { Speaker } from '../speaker.ts'

/** Below the wait: why it is longer than first told or, where it is not, how early guests are usually called. */
export function outlook(place: OwnPlace, speaker: Speaker): Html {
  if (place.delay) return html`<p class="outlook">${delayText(place.delay, speaker)}</p>`
  const early = earlyMinutes(place)
  return html`${early !== null && html`<p class="outlook hint">${speaker.say('usuallyEarly', { minutes: speaker.minutes(early) })}</p>`}`
}

function delayText({ minutes, reason, let_in_ahead }: Delay, speaker: Speaker): string {
  const later = { minutes: speaker.minutes(delayMinutes(minutes)) }
  if (let_in_ahead) return aheadText(let_in_ahead, later, speaker)
  if (reason === 'booking_first') return speaker.say('laterBooked', later)
  if (reason === 'place_changed') return speaker.say('laterPlace', later)
  if (reason === 'fewer_servers') return speaker.say('laterFewer', later)
  return speaker.say(reason === 'slower' ? 'laterSlower' : 'laterOnly', later)
}

function aheadText(
  { parties, smallest, largest }: NonNullable<Delay['let_in_ahead']>,
  later: { readonly minutes: string },
  speaker: Speaker,
): string {
  if (smallest !== largest) return speaker.count('laterAheadMixed', parties, later)
  return speaker.count('laterAhead', parties, { ...later, people: speaker.count('people', smallest) })
}
