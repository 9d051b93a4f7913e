import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { locale } from '../../language/language.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Day, partOn } from '../../ui/zone-time.ts'
import type { CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import { DayColumn, type EmptyTime } from './day-column.tsx'
import { CELL_MINUTES } from './free-time.tsx'
import { HOUR_REM, type Hours } from './hours.ts'
import { type ProviderDay, providerDay } from './provider-day.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider } from './queries.ts'

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
  const now = useNow().toISOString()
  const columns = providers.map((provider) => providerDay(day, provider, bookings, now))
  const hours = hoursOf(day, columns)
  const emptyTimesOf = useEmptyTimes(day, columns, hours, actions)
  const gridTemplateColumns = `4.5rem repeat(${providers.length}, minmax(11rem, 1fr))`
  return (
    <section
      ref={actions.drag?.ref}
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      aria-label={t`Day calendar`}
      onPointerDown={actions.drag?.onPointerDown}
    >
      <div className={styles.day} style={{ gridTemplateColumns }}>
        <div className={styles.corner} />
        {providers.map((provider) => (
          <div key={provider.id} className={styles.head}>
            <ProviderName provider={provider} />
            {provider.timezone !== zone && (
              <Text size="xs" c="dimmed">
                {provider.timezone}
              </Text>
            )}
          </div>
        ))}
        <HourNames hours={hours} />
        {columns.map((column, index) => (
          <DayColumn
            key={column.provider.id}
            {...{ day, column, hours, actions }}
            emptyTimes={emptyTimesOf(index)}
          />
        ))}
      </div>
    </section>
  )
}

function HourNames({ hours: { first, last } }: { hours: Hours }) {
  const named = Array.from({ length: last - first - 1 }, (_, index) => first + index + 1)
  return (
    <div className={styles.hours} style={{ height: `${(last - first) * HOUR_REM}rem` }}>
      {named.map((hour) => (
        <span key={hour} className={styles.hour} style={{ top: `${(hour - first) * HOUR_REM}rem` }}>
          {hourWords(hour)}
        </span>
      ))}
    </div>
  )
}

/** The empty times by column. Arrow keys go from one to the next. */
function useEmptyTimes(
  day: Day,
  columns: readonly ProviderDay[],
  hours: Hours,
  { onCreate }: CalendarActions,
): (column: number) => readonly EmptyTime[] {
  const rows = ((hours.last - hours.first) * 60) / CELL_MINUTES
  const minuteOf = (row: number) => hours.first * 60 + row * CELL_MINUTES
  const isFree = (index: number) => {
    const minute = minuteOf(Math.floor(index / columns.length))
    const free = columns[index % columns.length]?.free ?? []
    return free.some(({ from, to }) => from < minute + CELL_MINUTES && to > minute)
  }
  const { getItemProps } = useRovingIndex({
    ...{ total: rows * columns.length, columns: columns.length },
    isItemDisabled: (index) => !isFree(index),
  })
  if (!onCreate) return () => []
  return (column) =>
    Array.from({ length: rows }, (_, row) => row)
      .filter((row) => isFree(row * columns.length + column))
      .map((row) => {
        const [minute, provider_id] = [minuteOf(row), columns[column]?.provider.id ?? '']
        const onClick = () => onCreate({ day, provider_id, minute })
        return { minute, item: getItemProps({ index: row * columns.length + column, onClick }) }
      })
}

/** From 8 to 18, extended to fit all bookings and working hours. */
function hoursOf(day: Day, columns: readonly ProviderDay[]): Hours {
  const booked = columns.flatMap(({ bookings }) => bookings).flatMap((booking) => partOn(day, booking) ?? [])
  const parts = [...booked, ...columns.flatMap(({ working }) => working)]
  return {
    first: Math.floor(Math.min(8 * 60, ...parts.map(({ from }) => from)) / 60),
    last: Math.ceil(Math.max(18 * 60, ...parts.map(({ to }) => to)) / 60),
  }
}

const hourWords = (hour: number): string =>
  new Date(Date.UTC(2000, 0, 1, hour)).toLocaleTimeString(locale, { hour: 'numeric', timeZone: 'UTC' })
