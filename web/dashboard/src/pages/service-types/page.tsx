import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Modal, Text } from '@mantine/core'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Scissors } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { priceWords } from '../../forms/money.ts'
import { EntryList } from '../../ui/entry-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Explain } from './explain.tsx'
import { ServiceTypeForm } from './form.tsx'

type ServiceType = Schemas['ServiceType']

/** What can be booked. */
export function Page() {
  usePrefetchQuery(providersQuery)
  const { data: all } = useSuspenseQuery(serviceTypesQuery)
  const [address, setAddress] = useSearchParams()
  const openId = address.get('open') ?? undefined
  const setOpenId = (id: string | undefined) => setAddress(id === undefined ? {} : { open: id })
  const opened = all.find(({ id }) => id === openId)
  const [isExplaining, setExplaining] = useState(false)
  const canWrite = useCan('service-types:write')
  const add = canWrite && (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setOpenId('new')}>
      <Trans>New service type</Trans>
    </Button>
  )
  const actions = (
    <>
      <Button variant="default" onClick={() => setExplaining(true)}>{t`Why is a time missing?`}</Button>
      {add}
    </>
  )
  return (
    <>
      <PageHeader
        title={t`Service types`}
        description={t`What can be booked and by which rules`}
        actions={actions}
      />
      {all.length === 0 ? (
        <EmptyState icon={Scissors} title={t`Nothing can be booked yet`} action={add}>
          <Trans>A service type sets the duration, the providers and the price.</Trans>
        </EmptyState>
      ) : (
        <EntryList label={t`Service types`} entries={all.map(entryOf)} onOpen={setOpenId} />
      )}
      <Drawer
        opened={openId === 'new' || opened !== undefined}
        onClose={() => setOpenId(undefined)}
        size="lg"
        title={opened ? t`Service type` : t`New service type`}
      >
        <Part>
          <ServiceTypeForm serviceType={opened} onDone={() => setOpenId(undefined)} />
        </Part>
      </Drawer>
      <Modal
        opened={isExplaining}
        onClose={() => setExplaining(false)}
        title={t`Why is a time missing?`}
        size="lg"
      >
        {all.length === 0 ? <Text>{t`No service types yet.`}</Text> : <Explain serviceTypes={all} />}
      </Modal>
    </>
  )
}

const entryOf = ({ id, name, duration_minutes, price, provider_ids, active }: ServiceType) => ({
  id,
  name,
  details: [
    plural(duration_minutes, { one: '# minute', other: '# minutes' }),
    price && priceWords(price),
    plural(provider_ids.length, { one: '# provider', other: '# providers' }),
  ]
    .filter(Boolean)
    .join(' · '),
  badge: !active && (
    <StatusBadge tone="warn">{t({ message: 'Disabled', context: 'cannot be booked' })}</StatusBadge>
  ),
})
