import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Schemas } from '../../api/client.ts'
import { Later } from '../../ui/later.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './board.module.css'
import { boardParts } from './later.ts'
import { type Guest, partyOf, rangeOf } from './line.ts'
import { RowTimeTag } from './row-time-tag.tsx'
import { waitedOf } from './row-times.ts'

/** What a host must know of a guest at a glance. */
export function GuestFacts({ guest, why }: { guest: Guest; why: string }) {
  const { status, desk, arrived_at, unreached, priority, tags, notes, booking } = guest
  const now = useNow()
  const delay = delayWords(guest)
  return (
    <div className={styles.facts}>
      <span>{partyOf(guest)}</span>
      {guest.estimated_wait_range && status !== 'notified' && (
        <span className={styles.waitOnPhone}>{t`${{ wait: rangeOf(guest.estimated_wait_range) }} min`}</span>
      )}
      {(booking || guest.away_until || guest.phone_unusual) && (
        <Later of={boardParts} isWanted>
          {({ RareFacts }) => <RareFacts guest={guest} now={now} />}
        </Later>
      )}
      {why && status !== 'notified' && <span>{why}</span>}
      <RowTimeTag time={waitedOf(guest, now)} isTag={status === 'notified'} />
      {delay && <span>{delay}</span>}
      {desk && (
        <span>
          <span aria-hidden>→</span> {desk}
        </span>
      )}
      {arrived_at && (
        <span className={styles.tag}>
          <Trans>Is here</Trans>
        </span>
      )}
      {guest.unread_reply_at && (
        <span className={`${styles.tag} ${styles.reply}`}>
          <Trans>Unread reply</Trans>
        </span>
      )}
      {unreached && (
        <span className={`${styles.tag} ${styles.warn}`}>
          <Trans>Not reached</Trans>
        </span>
      )}
      {priority && <span className={styles.tag}>{priority}</span>}
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {notes && <span>{notes.length > 60 ? `${notes.slice(0, 60)}…` : notes}</span>}
    </div>
  )
}

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
