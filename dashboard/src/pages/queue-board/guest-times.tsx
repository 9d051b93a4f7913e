import { t } from '@lingui/core/macro'
import { useClock } from '../../ui/time.ts'
import styles from './board.module.css'
import type { Guest } from './line.ts'
import { RowTimeTag } from './row-time-tag.tsx'
import { backOf } from './row-times.ts'

interface Props {
  readonly guest: Pick<Guest, 'booking' | 'away_until'>
  readonly now: Date
}

/** For when a guest has booked, and when one who let others go first is back. */
export function GuestTimes({ guest, now }: Props) {
  const clock = useClock()
  const back = backOf(guest, now, clock)
  return (
    <>
      {guest.booking && (
        <span className={styles.tag}>{t`Booked for ${{ time: clock(guest.booking.start) }}`}</span>
      )}
      {back && <RowTimeTag time={back} isTag />}
    </>
  )
}
