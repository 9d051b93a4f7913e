import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
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
import { EmptyState } from '../../ui/states.tsx'
import { dayIn } from '../../ui/zone-time.ts'
import { BookingsView } from './bookings-view.tsx'
import { useAddress } from './use-address.ts'

/** The bookings of a day or a week, by provider. */
export function Page() {
  const [{ booking, day }] = useAddress()
  return booking !== undefined && day === undefined ? <Linked id={booking} /> : <Ready />
}

/** Adds the day of a linked booking to the address. */
function Linked({ id }: { id: string }) {
  const { data: booking } = useSuspenseQuery(bookingQuery(id))
  const [, change] = useAddress()
  const day = dayIn(booking.start, booking.timezone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another one each time
  useEffect(() => {
    change({ day }, { replace: true })
  }, [day])
  return null
}

function Ready() {
  const [{ data: providers }, { data: archived }, { data: serviceTypes }] = useSuspenseQueries({
    queries: [providersQuery, archivedProvidersQuery, serviceTypesQuery],
  })
  if (providers.length + archived.length === 0) return <Nobody />
  return <BookingsView providers={providers} archived={archived} serviceTypes={serviceTypes} />
}

function Nobody() {
  const canSetUp = useCan('providers:write')
  return (
    <>
      <PageHeader title={t`Bookings`} />
      <EmptyState
        icon={CalendarPlus}
        title={t`No providers yet`}
        action={canSetUp && <Anchor href="/providers">{t`Add a provider`}</Anchor>}
      >
        <Trans>Bookings need a provider with hours and a service type they offer.</Trans>
      </EmptyState>
    </>
  )
}
