import { type Day, partOn } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import { CELL_MINUTES, FreeTime, type ItemProps } from './free-time.tsx'
import { clockOf, HOUR_REM, type Hours } from './hours.ts'
import type { ProviderDay } from './provider-day.ts'
import type { Booking } from './queries.ts'
import { type BookingDrag, dropPlace } from './use-booking-drag.ts'
import { type Part, without } from './working-hours.ts'

/** Minimum height of a block, so that its name is readable. */
const MIN_MINUTES = 20

export interface EmptyTime {
  readonly minute: number
  readonly item: ItemProps
}

interface Props {
  readonly day: Day
  readonly column: ProviderDay
  readonly hours: Hours
  readonly emptyTimes: readonly EmptyTime[]
  readonly actions: CalendarActions
}

/** A provider's day: closed hours, empty times and bookings. */
export function DayColumn({ day, column, hours, emptyTimes, actions }: Props) {
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
          {...{ minute, item }}
          providerName={provider.name}
          style={placeOf({ from: minute, to: minute + CELL_MINUTES }, hours)}
        />
      ))}
      <Blocks {...{ day, bookings, hours, actions }} />
      {isOver && <Landing drag={actions.drag} hours={hours} />}
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
    return <BookingBlock key={booking.id} {...{ booking, day, actions, style }} />
  })
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
