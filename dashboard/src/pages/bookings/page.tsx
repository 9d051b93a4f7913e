import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useEffect } from 'react'
import {
  archivedProvidersQuery,
  bookingQuery,
  providersQuery,
  serviceTypesQuery,
} from '../../api/bookables.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { dayIn } from '../../ui/zone-time.ts'
import { BookingsView } from './bookings-view.tsx'
import type { Booking } from './queries.ts'
import { useAddress } from './use-address.ts'

/** The bookings of a day or a week, by provider. */
export function Page() {
  const [{ booking, day }] = useAddress()
  return booking !== undefined && day === undefined ? <Linked id={booking} /> : <Ready />
}

/** Adds the day of a linked booking to the address. */
function Linked({ id }: { id: string }) {
  const booking = useQuery(bookingQuery(id))
  return <Loaded query={booking}>{(found) => <GoToDayOf booking={found} />}</Loaded>
}

function GoToDayOf({ booking: { start, time_zone } }: { booking: Booking }) {
  const [, change] = useAddress()
  const day = dayIn(start, time_zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another one each time
  useEffect(() => change({ day }, { replace: true }), [day])
  return null
}

function Ready() {
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
                  <BookingsView providers={all} archived={gone} serviceTypes={types} />
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
