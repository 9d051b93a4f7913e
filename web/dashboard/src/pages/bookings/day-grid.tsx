import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { locale } from '../../language/language.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Day, dayIn, minuteIn, partOn } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import { CELL_MINUTES, FreeTime, type ItemProps } from './free-time.tsx'
import { clockOf, HOUR_REM, type Hours } from './hours.ts'
import { type ProviderDay, providerDay } from './provider-day.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider } from './queries.ts'
import { type BookingDrag, dropPlace } from './use-booking-drag.ts'
import { type Part, without } from './working-hours.ts'

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
            day={day}
            column={column}
            hours={hours}
            now={minuteOn(day, column.provider.timezone, now)}
            isFirst={index === 0}
            actions={actions}
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
    total: rows * columns.length,
    columns: columns.length,
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

/** Minimum height of a block, so that its name is readable. */
const MIN_MINUTES = 20

interface EmptyTime {
  readonly minute: number
  readonly item: ItemProps
}

interface DayColumnProps {
  readonly day: Day
  readonly column: ProviderDay
  readonly hours: Hours
  /** Minutes since midnight; undefined: it is another day. */
  readonly now: number | undefined
  readonly isFirst: boolean
  readonly emptyTimes: readonly EmptyTime[]
  readonly actions: CalendarActions
}

/** A provider's day: closed hours, empty times and bookings. */
function DayColumn({ day, column, hours, now, isFirst, emptyTimes, actions }: DayColumnProps) {
  const { provider, bookings, working } = column
  const isOver = actions.drag?.over?.provider_id === provider.id
  const closed = working.reduce(without, [{ from: hours.first * 60, to: hours.last * 60 }])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section with a name would be one more landmark for each provider
    <div
      role="group"
      className={isOver ? `${styles.column} ${styles.target}` : styles.column}
      aria-label={provider.name}
      {...dropPlace(provider, day, hours)}
    >
      {closed.map((part) => (
        <div key={part.from} className={styles.closed} style={placeOf(part, hours)} />
      ))}
      {emptyTimes.map(({ minute, item }) => (
        <FreeTime
          key={minute}
          minute={minute}
          item={item}
          providerName={provider.name}
          style={placeOf({ from: minute, to: minute + CELL_MINUTES }, hours)}
        />
      ))}
      <Blocks day={day} bookings={bookings} hours={hours} actions={actions} />
      {isOver && <Landing drag={actions.drag} hours={hours} />}
      {now !== undefined && <NowLine minute={now} hours={hours} isFirst={isFirst} />}
    </div>
  )
}

interface BlocksProps {
  readonly day: Day
  readonly bookings: readonly Booking[]
  readonly hours: Hours
  readonly actions: CalendarActions
}

function Blocks({ day, bookings, hours, actions }: BlocksProps) {
  const lanes = lanesOf(bookings)
  return bookings.map((booking) => {
    const { lane, of } = lanes.get(booking) ?? { lane: 0, of: 1 }
    const { from, to } = partOn(day, booking) ?? { from: 0, to: 0 }
    const { top, height } = placeOf({ from, to: Math.max(from + MIN_MINUTES, to) }, hours)
    const style = {
      top,
      height: `calc(${height} - 2px)`,
      left: `calc(${(lane / of) * 100}% + 2px)`,
      width: `calc(${100 / of}% - 4px)`,
    }
    return <BookingBlock key={booking.id} booking={booking} day={day} actions={actions} style={style} />
  })
}

/** Minutes since midnight on a day; undefined on another one. */
const minuteOn = (day: Day, zone: string, now: string): number | undefined =>
  dayIn(now, zone) === day ? minuteIn(now, zone) : undefined

interface NowLineProps {
  readonly minute: number
  readonly hours: Hours
  /** The page scrolls to this one when the day is opened. */
  readonly isFirst: boolean
}

/** The present time. */
function NowLine({ minute, hours, isFirst }: NowLineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFirst) line.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFirst])
  if (minute < hours.first * 60 || minute > hours.last * 60) return null
  return (
    <div
      ref={line}
      className={styles.now}
      style={{ top: placeOf({ from: minute, to: minute }, hours).top }}
    />
  )
}

/** Where the booking that is dragged would land, and when it would begin. */
function Landing({ drag, hours }: { drag: BookingDrag | undefined; hours: Hours }) {
  const [from, booking] = [drag?.over?.minute, drag?.held]
  if (from === undefined || !booking) return null
  const minutes = (Date.parse(booking.end) - Date.parse(booking.start)) / 60_000
  const to = Math.min(from + Math.max(MIN_MINUTES, minutes), hours.last * 60)
  return (
    <div className={styles.landing} style={placeOf({ from, to }, hours)}>
      {clockOf(from)}
    </div>
  )
}

const placeOf = ({ from, to }: Part, { first }: Hours) => ({
  top: `${(from / 60 - first) * HOUR_REM}rem`,
  height: `${((to - from) / 60) * HOUR_REM}rem`,
})

interface Placed {
  readonly start: string
  readonly end: string
}

interface Lane {
  readonly lane: number
  /** How many lanes the group has. */
  readonly of: number
}

/** Assigns overlapping items to lanes, with as few lanes per group as possible. Items must be sorted by start. */
export function lanesOf<Item extends Placed>(items: readonly Item[]): ReadonlyMap<Item, Lane> {
  const placed = new Map<Item, Lane>()
  let group: { item: Item; lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    for (const { item, lane } of group) placed.set(item, { lane, of: ends.length })
    group = []
    ends = []
  }
  for (const item of items) {
    const start = Date.parse(item.start)
    if (ends.every((end) => end <= start)) close()
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = Date.parse(item.end)
    group.push({ item, lane })
  }
  close()
  return placed
}
