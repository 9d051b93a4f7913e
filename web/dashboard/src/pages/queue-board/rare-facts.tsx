import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useClock } from '../../ui/time.ts'
import styles from './board.module.css'
import type { Guest } from './line.ts'
import { RowTimeTag } from './row-time-tag.tsx'
import { backOf } from './row-times.ts'

interface Props {
  readonly guest: Pick<Guest, 'booking' | 'away_until' | 'phone_unusual'>
  readonly now: Date
}

/** Facts that few guests have; loaded later, with the zone data that they need. */
export function RareFacts({ guest, now }: Props) {
  const clock = useClock()
  const back = backOf(guest, now, clock)
  return (
    <>
      {guest.booking && (
        <span className={styles.tag}>{t`Booked for ${{ time: clock(guest.booking.start) }}`}</span>
      )}
      {guest.booking?.cancelled && (
        <span className={`${styles.tag} ${styles.warn}`}>
          <Trans>Booking cancelled</Trans>
        </span>
      )}
      {back && <RowTimeTag time={back} isTag />}
      {guest.phone_unusual && (
        <span className={`${styles.tag} ${styles.warn}`}>
          <Trans>Unusual phone number</Trans>
        </span>
      )}
    </>
  )
}
