import { Text } from '@mantine/core'
import { type Day, partOn } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import { useDropTarget } from './drop-target.ts'
import { lanesOf } from './lanes.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider } from './queries.ts'

const HOUR_REM = 4
const SNAP_MINUTES = 15
/** Minimum height of a block, so that its name is readable. */
const MIN_MINUTES = 20

interface Props {
  readonly day: Day
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  /** The organisation's time zone: others are named. */
  readonly zone: string
  readonly actions: CalendarActions
}

/** A day with one column per provider, each in the provider's time zone. */
export function DayGrid({ day, providers, bookings, zone, actions }: Props) {
  const onDay = bookings.filter((booking) => partOn(day, booking))
  const hours = hoursOf(day, onDay)
  const height = `${(hours.last - hours.first) * HOUR_REM}rem`
  const gridTemplateColumns = `4.5rem repeat(${providers.length}, minmax(11rem, 1fr))`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Day calendar">
      <div className={styles.day} style={{ gridTemplateColumns }}>
        <div className={styles.corner} />
        {providers.map((provider) => (
          <div key={provider.id} className={styles.head}>
            <ProviderName provider={provider} />
            {provider.time_zone !== zone && (
              <Text size="xs" c="dimmed">
                {provider.time_zone}
              </Text>
            )}
          </div>
        ))}
        <div className={styles.hours} style={{ height }}>
          {Array.from({ length: hours.last - hours.first - 1 }, (_, index) => hours.first + index + 1).map(
            (hour) => (
              <span
                key={hour}
                className={styles.hour}
                style={{ top: `${(hour - hours.first) * HOUR_REM}rem` }}
              >
                {hourWords(hour)}
              </span>
            ),
          )}
        </div>
        {providers.map((provider) => (
          <Column
            key={provider.id}
            day={day}
            provider={provider}
            bookings={onDay.filter(({ provider_id }) => provider_id === provider.id)}
            firstHour={hours.first}
            actions={actions}
          />
        ))}
      </div>
    </section>
  )
}

interface ColumnProps {
  readonly day: Day
  readonly provider: Provider
  readonly bookings: readonly Booking[]
  readonly firstHour: number
  readonly actions: CalendarActions
}

function Column({ day, provider, bookings, firstHour, actions }: ColumnProps) {
  const onDrop = provider.archived_at ? undefined : actions.onDrop
  const { isOver, handlers } = useDropTarget(onDrop, ({ clientY, currentTarget }) => {
    const box = currentTarget.getBoundingClientRect()
    const hourPx = HOUR_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const minute = firstHour * 60 + ((clientY - box.top) / hourPx) * 60
    const snapped = Math.floor(minute / SNAP_MINUTES) * SNAP_MINUTES
    return { day, provider_id: provider.id, minute: snapped }
  })
  const lanes = lanesOf(bookings)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section with a name would be one more landmark for each provider
    <div
      role="group"
      className={isOver ? `${styles.column} ${styles.target}` : styles.column}
      aria-label={provider.name}
      {...handlers}
    >
      {bookings.map((booking) => {
        const { lane, of } = lanes.get(booking) ?? { lane: 0, of: 1 }
        const { from, to } = partOn(day, booking) ?? { from: 0, to: 0 }
        const minutes = Math.max(MIN_MINUTES, to - from)
        const style = {
          top: `${(from / 60 - firstHour) * HOUR_REM}rem`,
          height: `calc(${(minutes / 60) * HOUR_REM}rem - 2px)`,
          left: `calc(${(lane / of) * 100}% + 2px)`,
          width: `calc(${100 / of}% - 4px)`,
        }
        return <BookingBlock key={booking.id} {...{ booking, day, actions, style }} />
      })}
    </div>
  )
}

/** From 8 to 18, extended to fit all bookings. */
function hoursOf(day: Day, bookings: readonly Booking[]): { first: number; last: number } {
  const parts = bookings.flatMap((booking) => partOn(day, booking) ?? [])
  return {
    first: Math.floor(Math.min(8 * 60, ...parts.map(({ from }) => from)) / 60),
    last: Math.ceil(Math.max(18 * 60, ...parts.map(({ to }) => to)) / 60),
  }
}

const hourWords = (hour: number): string =>
  new Date(Date.UTC(2000, 0, 1, hour)).toLocaleTimeString([], { hour: 'numeric', timeZone: 'UTC' })
