import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import { useCan } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { RefusedAttempts } from '../../ui/refused-attempts.tsx'
import { AddressCard } from './address-card.tsx'
import { bookingPageQuery, bookingPageRefusalsQuery } from './queries.ts'
import { ServicesCard } from './services-card.tsx'
import { ShareCard } from './share-card.tsx'
import { SitesCard } from './sites-card.tsx'

/** The page on which customers book by themselves. */
export function Page() {
  usePrefetchQuery(serviceTypesQuery)
  usePrefetchQuery(providersQuery)
  const { data: page } = useSuspenseQuery(bookingPageQuery)
  const { data: refusals = [] } = useQuery(bookingPageRefusalsQuery)
  const canWrite = useCan('service-types:write')
  const { slug, url, embed_sites } = page
  return (
    <Stack gap="lg" maw={820}>
      <PageHeader
        title={t`Booking page`}
        description={t`Customers book by themselves, without an account.`}
      />
      {canWrite && slug === null && <AddressCard page={page} />}
      <Part>
        <ServicesCard />
        {url && <ShareCard url={url} hasSites={embed_sites.length > 0} />}
      </Part>
      <RefusedAttempts refusals={refusals} />
      {canWrite && slug !== null && <SitesCard page={page} />}
      {canWrite && slug !== null && <AddressCard key={slug} page={page} />}
    </Stack>
  )
}
