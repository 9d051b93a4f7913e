import styles from './board.module.css'
import { type Guest, rangeOf } from './line.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

const timeOf = (iso: string): string => clock.format(new Date(iso))

/** What a host must know of a guest at a glance. */
export function GuestFacts({ guest }: { guest: Guest }) {
  const { party_size, status, notified_at, arrived_at, away_until, unreached, priority, tags, notes } = guest
  return (
    <div className={styles.facts}>
      <span>
        {party_size} {party_size === 1 ? 'person' : 'people'}
      </span>
      {guest.estimated_wait_range && (
        <span className={styles.waitOnPhone}>{rangeOf(guest.estimated_wait_range)} min</span>
      )}
      {status === 'notified' && notified_at && (
        <span className={styles.tag}>Called {timeOf(notified_at)}</span>
      )}
      {arrived_at && <span className={styles.tag}>Is here</span>}
      {away_until && <span className={`${styles.tag} ${styles.warn}`}>Back at {timeOf(away_until)}</span>}
      {unreached && <span className={`${styles.tag} ${styles.warn}`}>Not reached</span>}
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
