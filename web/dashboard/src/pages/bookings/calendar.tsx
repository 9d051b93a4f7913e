import { t } from '@lingui/core/macro'
import { Modal, Stack, Text, Title } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import type { UsherError } from '@usher/sdk/client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCan, useMe } from '../../api/session.ts'
import { notifyError } from '../../ui/notify.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Day, instantOf, longDay, minuteIn, partOn, shortDay } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import { BookingDrawer } from './booking-drawer.tsx'
import styles from './calendar.module.css'
import { DayGrid } from './day-grid.tsx'
import type { ItemProps } from './free-time.tsx'
import { NewBookingDialog } from './new-booking-dialog.tsx'
import { type ProviderDay, providerDay } from './provider-day.ts'
import { ProviderName } from './provider-name.tsx'
import type { Booking, Provider, ServiceType } from './queries.ts'
import { Refused, refusalOf } from './refused.tsx'
import type { CalendarSpan } from './toolbar.tsx'
import { dropPlace, type Place, useBookingDrag } from './use-booking-drag.ts'
import { type Move, useMove } from './use-move.ts'

interface Props {
  readonly days: readonly string[]
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly bookings: readonly Booking[]
  /** Archived providers, shown if they have bookings. */
  readonly archived: readonly Provider[]
  readonly openId: string | undefined
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  /** Empty: all. */
  readonly onlyProvider: string
  readonly view: CalendarSpan | 'list'
}

/** The calendar view, the open booking and the result of a move. */
export function Calendar(props: Props) {
  const { days, providers, archived, serviceTypes, bookings, openId, onlyProvider, view } = props
  const [wanted, setWanted] = useState<Place>()
  const [refused, setRefused] = useState<{ refusal: UsherError; tried: Move }>()
  const zone = useMe().organization.timezone
  const canWrite = useCan('bookings:write')
  const move = useMove(
    (error, tried) => {
      const refusal = refusalOf(error)
      if (refusal) setRefused({ refusal, tried })
      else notifyError(error)
    },
    () => setRefused(undefined),
  )
  const drag = useBookingDrag(bookings, (booking, place) => {
    const provider = providers.find((one) => one.id === place.provider_id)
    if (!provider) return
    const minute = place.minute ?? minuteIn(booking.start, booking.timezone)
    const start = instantOf(place.day, minute, provider.timezone)
    if (Date.parse(start) === Date.parse(booking.start) && booking.provider_id === provider.id) return
    move.mutate({ booking, start, provider_id: provider.id })
  })
  const actions: CalendarActions = {
    serviceName: (id) => serviceTypes.find((type) => type.id === id)?.name ?? t`Archived service`,
    onOpen: ({ id }) => props.onOpen(id),
    drag: canWrite ? drag : undefined,
    onCreate: canWrite ? setWanted : undefined,
  }
  const all = [...providers, ...archived]
  const isShown = ({ id, archived_at }: Provider) =>
    (onlyProvider === '' || id === onlyProvider) && (archived_at === null || isBooked(id))
  const isBooked = (id: string) =>
    bookings.some((one) => one.provider_id === id && days.some((day) => partOn(day, one)))
  const shown = all.filter(isShown)
  const [day = ''] = days
  const open = bookings.find(({ id }) => id === openId)
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? t`Archived provider`
  return (
    <>
      {view === 'list' && <Agenda days={days} providers={all} bookings={bookings} actions={actions} />}
      {view === 'day' && (
        <DayGrid day={day} providers={shown} bookings={bookings} zone={zone} actions={actions} />
      )}
      {view === 'week' && <WeekGrid days={days} providers={shown} bookings={bookings} actions={actions} />}
      {wanted && (
        <NewBookingDialog
          wanted={wanted}
          providers={providers}
          serviceTypes={serviceTypes}
          onClose={() => setWanted(undefined)}
        />
      )}
      <BookingDrawer
        booking={open}
        providers={providers}
        archived={archived}
        serviceName={actions.serviceName}
        serviceTypes={serviceTypes}
        onClose={props.onClose}
      />
      <Modal
        opened={refused !== undefined}
        onClose={() => setRefused(undefined)}
        title={t`Not moved`}
        size="lg"
      >
        {refused && (
          <Refused
            refusal={refused.refusal}
            zone={refused.tried.booking.timezone}
            providerName={nameOf}
            onChoose={(choice) => move.mutate({ ...refused.tried, ...choice })}
          />
        )}
      </Modal>
    </>
  )
}

interface AgendaProps {
  readonly days: readonly Day[]
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

/** The calendar as a list, for phones. */
function Agenda({ days, providers, bookings, actions }: AgendaProps) {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return (
    <Stack>
      {days.map((day) => {
        const onDay = bookings.filter((booking) => partOn(day, booking))
        return (
          <section key={day} aria-label={longDay(day)}>
            <Title order={2} mb="xs">
              {longDay(day)}
            </Title>
            {onDay.length === 0 && <Text c="dimmed">{t`No bookings`}</Text>}
            <div className={styles.list}>
              {onDay.map((booking) => (
                <BookingBlock
                  key={booking.id}
                  booking={booking}
                  day={day}
                  actions={actions}
                  withProvider={names.get(booking.provider_id) ?? t`Archived provider`}
                />
              ))}
            </div>
          </section>
        )
      })}
    </Stack>
  )
}

interface WeekGridProps {
  readonly days: readonly Day[]
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

/** A week with a row per provider and a column per day. Dragged bookings keep their time of day. */
function WeekGrid({ days, providers, bookings, actions }: WeekGridProps) {
  const now = useNow().toISOString()
  const cells = providers.flatMap((provider) =>
    days.map((day) => ({ day, shown: providerDay(day, provider, bookings, now) })),
  )
  const isFull = (index: number) => cells[index]?.shown.free.length === 0
  const { getItemProps } = useRovingIndex({
    total: cells.length,
    columns: days.length,
    isItemDisabled: isFull,
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
                  day={day}
                  shown={shown}
                  actions={actions}
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
