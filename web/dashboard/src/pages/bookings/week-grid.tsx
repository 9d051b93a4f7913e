import { t } from '@lingui/core/macro'
import { useRovingIndex } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { useNow } from '../../ui/use-now.ts'
import { type Day, shortDay } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import type { ItemProps } from './free-time.tsx'
import { type ProviderDay, providerDay } from './provider-day.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider } from './queries.ts'
import { dropPlace, type Place } from './use-booking-drag.ts'

interface Props {
  readonly days: readonly Day[]
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

/** A week with a row per provider and a column per day. Dragged bookings keep their time of day. */
export function WeekGrid({ days, providers, bookings, actions }: Props) {
  const now = useNow().toISOString()
  const cells = providers.flatMap((provider) =>
    days.map((day) => ({ day, shown: providerDay(day, provider, bookings, now) })),
  )
  const isFull = (index: number) => cells[index]?.shown.free.length === 0
  const { getItemProps } = useRovingIndex({
    ...{ total: cells.length, columns: days.length, isItemDisabled: isFull },
  })
  const { onCreate, drag } = actions
  const itemOf = (index: number, place: Place) =>
    onCreate && !isFull(index) ? getItemProps({ index, onClick: () => onCreate(place) }) : undefined
  return (
    <section
      ref={drag?.ref}
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      aria-label={t`Week calendar`}
      onPointerDown={drag?.onPointerDown}
    >
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">{t`Provider`}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map((provider, row) => (
            <tr key={provider.id}>
              <th scope="row">
                <ProviderName provider={provider} />
              </th>
              {cells.slice(row * days.length, (row + 1) * days.length).map(({ day, shown }, column) => (
                <Cell
                  key={day}
                  {...{ day, shown, actions }}
                  item={itemOf(row * days.length + column, { day, provider_id: provider.id })}
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
  readonly shown: ProviderDay
  /** undefined if nothing can be booked on the day. */
  readonly item: ItemProps | undefined
  readonly actions: CalendarActions
}

function Cell({ day, shown: { provider, bookings, working }, item, actions }: CellProps) {
  const over = actions.drag?.over
  const isOver = over?.day === day && over.provider_id === provider.id
  const look = working.length === 0 ? styles.closed : undefined
  return (
    <td className={isOver ? styles.target : look} {...dropPlace(provider, day)}>
      <div className={styles.cell}>
        {bookings.map((booking) => (
          <BookingBlock key={booking.id} booking={booking} day={day} actions={actions} />
        ))}
        {item && (
          <button
            type="button"
            className={styles.add}
            aria-label={t`Book ${{ provider: provider.name }} on ${{ day: shortDay(day) }}`}
            {...item}
          >
            <Plus size={16} aria-hidden />
          </button>
        )}
      </div>
    </td>
  )
}
