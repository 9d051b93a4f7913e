import { type Day, partOn, shortDay } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import { useDropTarget } from './drop-target.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider } from './queries.ts'

interface Props {
  readonly days: readonly Day[]
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

/** A week with a row per provider and a column per day. Dragged bookings keep their time of day. */
export function WeekGrid({ days, providers, bookings, actions }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Week calendar">
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <tr key={provider.id}>
              <th scope="row">
                <ProviderName provider={provider} />
              </th>
              {days.map((day) => (
                <Cell
                  key={day}
                  day={day}
                  provider={provider}
                  bookings={bookings.filter(
                    (booking) => booking.provider_id === provider.id && partOn(day, booking),
                  )}
                  actions={actions}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps {
  readonly day: Day
  readonly provider: Provider
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

function Cell({ day, provider, bookings, actions }: CellProps) {
  const { isOver, handlers } = useDropTarget(provider.archived_at ? undefined : actions.onDrop, () => ({
    day,
    provider_id: provider.id,
  }))
  return (
    <td className={isOver ? styles.target : undefined} {...handlers}>
      <div className={styles.cell}>
        {bookings.map((booking) => (
          <BookingBlock key={booking.id} booking={booking} day={day} actions={actions} />
        ))}
      </div>
    </td>
  )
}
