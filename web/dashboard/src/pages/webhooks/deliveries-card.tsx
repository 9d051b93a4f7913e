import { i18n } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Group, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { instantOfField } from '../../ui/zone-time.ts'
import { AttemptView, prettyBody } from './attempt-view.tsx'
import { eventGroups } from './event-groups.ts'
import {
  type DeliveryFilter,
  deliveryQuery,
  eventTypesQuery,
  refreshWebhooks,
  useDeliveries,
} from './queries.ts'

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
          {test && <StatusBadge tone="plain">{t`test`}</StatusBadge>}
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

interface Props {
  /** undefined: closed. */
  readonly deliveryId: string | undefined
  readonly onClose: () => void
}

/** One delivery with all that was sent and answered. */
function DeliveryDrawer({ deliveryId, onClose }: Props) {
  return (
    <Drawer opened={deliveryId !== undefined} onClose={onClose} title={t`Delivery`} size="xl">
      {deliveryId !== undefined && (
        <Part>
          <DeliveryView deliveryId={deliveryId} />
        </Part>
      )}
    </Drawer>
  )
}

function DeliveryView({ deliveryId }: { deliveryId: string }) {
  const { data: delivery } = useSuspenseQuery(deliveryQuery(deliveryId))
  const { id, event, event_id, sequence, status, attempts, body, next_attempt_at, created_at } = delivery
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.post('/v1/deliveries/{id}/retry', { params: { path: { id } } }),
    onSuccess: async () => {
      notifyDone(t`Trying again now.`)
      await refreshWebhooks(queryClient)
    },
    onError: notifyError,
  })
  return (
    <Stack>
      <Facts
        of={[
          [t`Event`, event],
          [t`Status`, <DeliveryStatus key="status" status={status} />],
          [t`Event time`, timeText(created_at)],
          [t`Sequence`, String(sequence)],
          [t`Next attempt`, timeText(next_attempt_at, t({ message: 'None', context: 'next attempt' }))],
          [t`Identifiers`, `${id} ${event_id}`],
        ]}
      />
      {!delivery.test && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          <Trans>Try again now</Trans>
        </Button>
      )}
      <Title order={3} size="h2">{t`Body`}</Title>
      {delivery.redacted_at && (
        <Text c="dimmed">{t`A guest's data was erased from it on ${{ time: timeText(delivery.redacted_at) }}.`}</Text>
      )}
      <CopyText text={prettyBody(body)} label={t`Body`} />
      {attempts.toReversed().map((attempt) => (
        <AttemptView key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  )
}

type Status = Schemas['Delivery']['status']

const SHOWN = {
  pending: { tone: 'warn', text: msg({ message: 'pending', context: 'delivery' }) },
  delivered: { tone: 'good', text: msg({ message: 'delivered', context: 'delivery' }) },
  failed: { tone: 'bad', text: msg({ message: 'failed', context: 'delivery' }) },
} as const satisfies Record<Status, unknown>

/** The status of a delivery as a badge. */
function DeliveryStatus({ status }: { status: Status }) {
  const { tone, text } = SHOWN[status]
  return <StatusBadge tone={tone}>{i18n._(text)}</StatusBadge>
}

/** The statuses as choices. */
const deliveryStatuses = () =>
  Object.entries(SHOWN).map(([value, { text }]) => ({ value, label: i18n._(text) }))
