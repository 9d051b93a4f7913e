import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Select, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { Card } from '../../ui/card.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { instantOfField } from '../../ui/zone-time.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryStatus, deliveryStatuses } from './delivery-status.tsx'
import { eventGroups } from './event-groups.ts'
import { type DeliveryFilter, eventTypesQuery, useDeliveries } from './queries.ts'

/** The deliveries of an endpoint, newest first. */
export function DeliveriesCard({ endpointId }: { endpointId: string }) {
  const [filter, setFilter] = useState<DeliveryFilter>({})
  const [openId, setOpenId] = useState<string>()
  const shown = useDeferredValue(filter)
  return (
    <Card title={t`Deliveries`} description={t`The last 30 days, with every attempt.`}>
      <Filters onChange={(part) => setFilter({ ...filter, ...part })} />
      <Part resetOn={shown}>
        <Deliveries endpointId={endpointId} filter={shown} onOpen={setOpenId} />
      </Part>

      <DeliveryDrawer deliveryId={openId} onClose={() => setOpenId(undefined)} />
    </Card>
  )
}

interface DeliveriesProps {
  readonly endpointId: string
  readonly filter: DeliveryFilter
  readonly onOpen: (id: string) => void
}

function Deliveries({ endpointId, filter, onOpen }: DeliveriesProps) {
  const query = useDeliveries(endpointId, filter)
  const all = query.data
  return (
    <>
      {all.length === 0 ? (
        <EmptyState icon={Inbox} title={t`No deliveries`}>
          <Trans>Matching deliveries appear here as they happen.</Trans>
        </EmptyState>
      ) : (
        <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {all.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} onOpen={() => onOpen(delivery.id)} />
            </li>
          ))}
        </Stack>
      )}
      <MoreButton query={query} label={t`Show older`} />
    </>
  )
}

function Filters({ onChange }: { onChange: (part: DeliveryFilter) => void }) {
  const types = useQuery(eventTypesQuery).data ?? []
  const events = eventGroups(types).flatMap(({ pattern, types: some }) => [
    pattern,
    ...some.map((one) => one.type),
  ])
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label={t`Status`}
        placeholder={t`Any`}
        data={deliveryStatuses()}
        clearable
        w={{ base: '100%', xs: 150 }}
        onChange={(status) => onChange({ status: (status ?? undefined) as DeliveryFilter['status'] })}
      />
      <Select
        label={t`Event`}
        placeholder={t`Any`}
        data={events}
        clearable
        searchable
        w={{ base: '100%', xs: 220 }}
        onChange={(event) => onChange({ event: event ?? undefined })}
      />
      <DateTimeField
        label={t`From`}
        onChange={(local) => onChange({ created_from: instantOfField(local) })}
      />
      <DateTimeField label={t`Until`} onChange={(local) => onChange({ created_to: instantOfField(local) })} />
    </Group>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Schemas['Delivery']; onOpen: () => void }) {
  const { status, event, attempts, created_at, test } = delivery
  const last = attempts.at(-1)
  const attemptsText = plural(attempts.length, { one: '# attempt', other: '# attempts' })
  return (
    <UnstyledButton
      onClick={onOpen}
      py="sm"
      px="xs"
      w="100%"
      mih="var(--usher-touch)"
      style={{ borderTop: '1px solid var(--usher-border)' }}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <DeliveryStatus status={status} />
          <Text fw={500}>{event}</Text>
          {test && (
            <StatusBadge tone="plain">
              <Trans>test</Trans>
            </StatusBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[last && (last.response?.status ?? t`no response`), attemptsText, timeText(created_at)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
    </UnstyledButton>
  )
}
