import { plural, t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import type { Guest } from './line.ts'

type Delay = NonNullable<Schemas['Guest']['delay']>

/** How much later than quoted a waiting guest's turn is expected, and why if it is known, in a few words. */
export function delayWords({ delay, status }: Pick<Guest, 'delay' | 'status'>): string | undefined {
  // The board shows a call before the API has it.
  if (!delay || status !== 'waiting') return undefined
  const { minutes, reason, let_in_ahead } = delay
  if (let_in_ahead) return aheadWords(minutes, let_in_ahead)
  if (reason === 'booking_first') return t`${minutes} min later: a booking went first`
  if (reason === 'place_changed') return t`${minutes} min later: moved back`
  if (reason === 'fewer_servers') return t`${minutes} min later: fewer parties served at once`
  return reason === 'slower' ? t`${minutes} min later: slower than expected` : t`${minutes} min later`
}

function aheadWords(
  minutes: number,
  { parties, smallest, largest }: NonNullable<Delay['let_in_ahead']>,
): string {
  if (smallest !== largest) {
    return plural(parties, {
      one: `${minutes} min later: # party let in ahead`,
      other: `${minutes} min later: # parties let in ahead`,
    })
  }
  return plural(parties, {
    one: `${minutes} min later: # party of ${smallest} let in ahead`,
    other: `${minutes} min later: # parties of ${smallest} let in ahead`,
  })
}
