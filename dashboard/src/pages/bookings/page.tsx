import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  archivedProvidersQuery,
  bookingQuery,
  providersQuery,
  serviceTypesQuery,
} from '../../api/bookables.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { EarlyAccess } from '../../ui/early-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { dayIn, longDay, partOn, todayIn, weekOf } from '../../ui/zone-time.ts'
import { Calendar } from './calendar.tsx'
import { NewBookingDialog } from './new-booking-dialog.tsx'
import {
  type Booking,
  bookingsQuery,
  type Filters,
  matchesCustomer,
  type Provider,
  type ServiceType,
} from './queries.ts'
import { DateBar, FilterBar, type Span } from './toolbar.tsx'

const NO_FILTERS: Filters = { service_type_id: '', provider_id: '', status: '', customer: '' }

/** The bookings of a day or a week, by provider. */
export function Page() {
  return (
    <EarlyAccess title="Bookings">
      <Bookings />
    </EarlyAccess>
  )
}

function Bookings() {
  const wanted = useSearchParams()[0].get('booking')
  return wanted === null ? <Ready /> : <Linked key={wanted} id={wanted} />
}

/** The calendar of the day of a linked booking, with the booking open. */
function Linked({ id }: { id: string }) {
  const booking = useQuery(bookingQuery(id))
  return <Loaded query={booking}>{(found) => <Ready linked={found} />}</Loaded>
}

function Ready({ linked }: { linked?: Booking }) {
  const providers = useQuery(providersQuery)
  const archived = useQuery(archivedProvidersQuery)
  const serviceTypes = useQuery(serviceTypesQuery)
  return (
    <Loaded query={providers}>
      {(all) => (
        <Loaded query={archived}>
          {(gone) => (
            <Loaded query={serviceTypes}>
              {(types) =>
                all.length + gone.length === 0 ? (
                  <Nobody />
                ) : (
                  <Shown providers={all} archived={gone} serviceTypes={types} linked={linked} />
                )
              }
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Nobody() {
  const canSetUp = useCan('providers:write')
  return (
    <>
      <PageHeader title="Bookings" />
      <EmptyState
        icon={CalendarPlus}
        title="No providers yet"
        action={canSetUp && <Anchor href="/providers">Add a provider</Anchor>}
      >
        Bookings need a provider with hours and a service type they offer.
      </EmptyState>
    </>
  )
}

interface ShownProps {
  readonly providers: readonly Provider[]
  readonly archived: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly linked: Booking | undefined
}

function Shown({ providers, archived, serviceTypes, linked }: ShownProps) {
  const zone = useMe().organization.timezone
  const today = todayIn(zone)
  const [day, setDay] = useState(linked ? dayIn(linked.start, linked.time_zone) : today)
  const [span, setSpan] = useState<Span>('day')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [isAdding, setAdding] = useState(false)
  const canWrite = useCan('bookings:write')
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const isPast = day < today
  const days = span === 'day' ? [day] : weekOf(day)
  const [first = day] = days
  const last = days.at(-1) ?? day
  const bookings = useQuery(bookingsQuery(first, last, filters))
  const shownBookings = (bookings.data ?? []).filter((booking) => matchesCustomer(booking, filters.customer))
  const inDays = shownBookings.filter((booking) => days.some((one) => partOn(one, booking)))
  const title = span === 'day' ? longDay(day) : `${longDay(first)} – ${longDay(last)}`
  return (
    <>
      <PageHeader
        title="Bookings"
        description={bookings.data ? `${title} · ${countWords(inDays.length)}` : title}
        actions={
          canWrite && (
            <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              New booking
            </Button>
          )
        }
      />
      <DateBar day={day} today={today} span={span} onDay={setDay} onSpan={setSpan} />
      <FilterBar
        filters={filters}
        providers={[...providers, ...archived]}
        serviceTypes={serviceTypes}
        onChange={setFilters}
      />
      <Loaded query={bookings}>
        {() => (
          <Calendar
            days={days}
            providers={providers}
            archived={archived}
            firstOpen={linked?.id}
            serviceTypes={serviceTypes}
            bookings={shownBookings}
            onlyProvider={filters.provider_id}
            view={isNarrow ? 'list' : span}
          />
        )}
      </Loaded>
      <Text size="sm" c="dimmed" mt="sm">
        Times are in the provider's time zone.{' '}
        {canWrite &&
          (isNarrow
            ? 'Open a booking to move it.'
            : 'Drag a booking to move it, or open it and choose Move.')}
      </Text>
      {isAdding && (
        <NewBookingDialog
          day={isPast ? today : day}
          providers={providers}
          serviceTypes={serviceTypes}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function countWords(count: number): string {
  if (count === 0) return 'no bookings'
  return count === 1 ? '1 booking' : `${count} bookings`
}
