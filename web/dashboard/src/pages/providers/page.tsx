import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { locale } from '../../language/language.ts'
import { EntryList } from '../../ui/entry-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ProviderForm } from './form.tsx'
import { summaryOf } from './hours-editors.tsx'

type Provider = Schemas['Provider']

/** The providers and their hours. */
export function Page() {
  usePrefetchQuery(serviceTypesQuery)
  const serviceTypes = useQuery(serviceTypesQuery)
  const { data: all } = useSuspenseQuery(providersQuery)
  const [openId, setOpenId] = useState<string>()
  const open = all.find(({ id }) => id === openId)
  const canWrite = useCan('providers:write')
  const add = canWrite && (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setOpenId('new')}>
      <Trans>New provider</Trans>
    </Button>
  )
  const namesOf = ({ service_type_ids }: Provider) =>
    listed((serviceTypes.data ?? []).filter(({ id }) => service_type_ids.includes(id)))
  return (
    <>
      <PageHeader
        title={t`Providers and hours`}
        description={t`People, rooms or tables that can be booked`}
        actions={add}
      />
      {all.length === 0 ? (
        <EmptyState icon={UserRoundCog} title={t`No providers yet`} action={add}>
          <Trans>A provider is a person, room or table that can be booked, with its own hours.</Trans>
        </EmptyState>
      ) : (
        <EntryList
          label={t`Providers`}
          entries={all.map((provider) => entryOf(provider, namesOf(provider)))}
          onOpen={setOpenId}
        />
      )}
      <Drawer
        opened={openId !== undefined}
        onClose={() => setOpenId(undefined)}
        size="lg"
        title={open ? t`Provider` : t`New provider`}
      >
        <ProviderForm
          provider={open}
          serviceNames={open ? namesOf(open) : ''}
          onDone={() => setOpenId(undefined)}
        />
      </Drawer>
    </>
  )
}

const listed = (serviceTypes: readonly Schemas['ServiceType'][]): string =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(serviceTypes.map(({ name }) => name))

const entryOf = (provider: Provider, services: string) => ({
  id: provider.id,
  name: provider.name,
  details: [summaryOf(provider.weekly_hours), provider.timezone, services].filter(Boolean).join(' · '),
  badge: !provider.active && (
    <StatusBadge tone="warn">{t({ message: 'Disabled', context: 'cannot be booked' })}</StatusBadge>
  ),
})
