import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { customerQuery } from '../../api/bookables.ts'
import { useCan, useMe } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { type Day, dayAndClock, dayIn, longDay, partOn, todayIn, weekOf } from '../../ui/zone-time.ts'
import { Calendar } from './calendar.tsx'
import { NewBookingDialog } from './new-booking-dialog.tsx'
import { type Booking, bookingsQuery, type Filters, type Provider, type ServiceType } from './queries.ts'
import { BookingSections } from './sections.tsx'
import { DateBar, FilterBar } from './toolbar.tsx'
import { useAddress } from './use-address.ts'
import { STATUS_WORDS } from './words.ts'

interface Props {
  readonly providers: readonly Provider[]
  readonly archived: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
}

/** The day or week that the address names, with its bookings. */
export function BookingsView({ providers, archived, serviceTypes }: Props) {
  const today = todayIn(useMe().organization.timezone)
  const [{ day = today, span, booking: openId, ...kept }, change] = useAddress()
  const all = [...providers, ...archived]
  const filters = {
    status: kept.status,
    service_type_id: idAmong(serviceTypes, kept.service_type_id),
    provider_id: idAmong(all, kept.provider_id),
  }
  const [customer, setCustomer] = useState('')
  const sought = useSettled(customer.trim())
  const isPast = day < today
  const days = span === 'day' ? [day] : weekOf(day)
  const { query, bookings, description } = useShownBookings(days, filters, sought)
  const isNarrow = useMediaQuery('(max-width: 48em)')
  return (
    <>
      <PageHeader
        title={t`Bookings`}
        description={description}
        actions={<NewBooking day={isPast ? today : day} providers={providers} serviceTypes={serviceTypes} />}
      />
      <BookingSections />
      <DateBar
        day={day}
        today={today}
        span={span}
        onDay={(to) => change({ day: to === today ? '' : to, booking: '' })}
        onSpan={(view) => change({ view: view === 'day' ? '' : view })}
      />
      <FilterBar
        filters={filters}
        customer={customer}
        providers={all}
        serviceTypes={serviceTypes}
        onChange={change}
        onCustomer={setCustomer}
      />
      {sought !== '' && (
        <FoundBookings
          customer={sought}
          days={days}
          onOpen={({ id, start, timezone }) => change({ booking: id, day: dayIn(start, timezone) })}
        />
      )}
      <Loaded query={query}>
        {() => (
          <Calendar
            days={days}
            providers={providers}
            archived={archived}
            serviceTypes={serviceTypes}
            bookings={bookings}
            openId={openId}
            onOpen={(id) => change({ booking: id, day }, { replace: true })}
            onClose={() => change({ booking: '' }, { replace: true })}
            onlyProvider={filters.provider_id}
            view={isNarrow ? 'list' : span}
          />
        )}
      </Loaded>
      <Hints isList={isNarrow} />
    </>
  )
}

/** An id from a link, unless what it names is gone. */
const idAmong = (all: readonly { readonly id: string }[], id: string): string =>
  all.some((one) => one.id === id) ? id : ''

function useShownBookings(days: readonly Day[], filters: Filters, sought: string) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const query = useQuery(bookingsQuery(first, last, filters, sought))
  const bookings = query.data ?? []
  const inDays = bookings.filter((booking) => days.some((day) => partOn(day, booking)))
  const title = first === last ? longDay(first) : `${longDay(first)} – ${longDay(last)}`
  const count = plural(inDays.length, { 0: 'no bookings', one: '# booking', other: '# bookings' })
  // As long as the count, so that nothing below moves once it is known.
  const shown = query.data ? count : count.replaceAll(/./g, '\u2007')
  return { query, bookings, description: `${title} · ${shown}` }
}

interface NewBookingProps {
  readonly day: Day
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
}

function NewBooking({ day, ...props }: NewBookingProps) {
  const [isAdding, setAdding] = useState(false)
  if (!useCan('bookings:write')) return null
  return (
    <>
      <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
        <Trans>New booking</Trans>
      </Button>
      {isAdding && <NewBookingDialog wanted={{ day }} {...props} onClose={() => setAdding(false)} />}
    </>
  )
}

function Hints({ isList }: { isList: boolean }) {
  const canWrite = useCan('bookings:write')
  return (
    <Text size="sm" c="dimmed" mt="sm">
      <Trans>Times are in the provider's time zone.</Trans>{' '}
      {canWrite && (isList ? t`Open a booking to move it.` : gridHint())}
    </Text>
  )
}

const gridHint = (): string =>
  t`Choose an empty time to book it; arrow keys go to the next one. Drag a booking to move it (hold it first with a finger), or open it and choose Move.`

interface FoundBookingsProps {
  /** Part of the name, phone number or e-mail address. */
  readonly customer: string
  /** The days that the calendar shows. */
  readonly days: readonly Day[]
  readonly onOpen: (booking: Booking) => void
}

/** Bookings of a customer on dates that the calendar does not show. */
function FoundBookings({ customer, days, onOpen }: FoundBookingsProps) {
  const { data: found = [] } = useQuery(customerQuery(customer))
  const others = found.filter((booking) => !days.some((day) => partOn(day, booking)))
  if (others.length === 0) return null
  return (
    <Group gap="xs" mb="md" role="group" aria-label={t`On other dates`}>
      {others.map((booking) => (
        <Button key={booking.id} variant="default" size="compact-sm" onClick={() => onOpen(booking)}>
          {booking.customer.name} · {dayAndClock(booking.start, booking.timezone)} ·{' '}
          {i18n._(STATUS_WORDS[booking.status])}
        </Button>
      ))}
    </Group>
  )
}
