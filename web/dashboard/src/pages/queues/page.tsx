import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { Link } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Checklist } from './checklist-card.tsx'

/** The queues of the organisation with their status. */
export function Page() {
  const { data: all } = useSuspenseQuery(queuesQuery)
  const mayCreate = useCan('queues:write')
  const mayManage = useCan('message-providers:manage')
  const create = mayCreate && (
    <Button component={Link} href="/queues/new" leftSection={<Plus size={18} aria-hidden />}>
      <Trans>New queue</Trans>
    </Button>
  )
  return (
    <>
      <PageHeader title={t`Queues`} actions={all.length > 0 && create} />
      {all.length === 0 ? (
        <EmptyState icon={ListOrdered} title={t`No queues yet`} action={create}>
          {mayCreate
            ? t`Guests wait in a queue until they are called.`
            : t`A manager of your organisation creates the first one.`}
        </EmptyState>
      ) : (
        <Stack gap="lg">
          {mayManage && <Checklist queues={all} />}
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {all.map((queue) => (
              <QueueCard key={queue.id} queue={queue} />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </>
  )
}

function QueueCard({ queue }: { queue: Schemas['Queue'] }) {
  const { low, high } = queue.estimated_wait_range
  return (
    <Paper component="article" withBorder p="md" bg="var(--usher-surface)">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Anchor href={`/queues/${queue.id}`} fw={600} size="lg">
            {queue.name}
          </Anchor>
          {queue.status === 'paused' && (
            <Badge bg="var(--usher-warn-soft)" c="var(--usher-warn-text)">
              {t({ message: 'Paused', context: 'queue' })}
            </Badge>
          )}
        </Group>
        <Group gap="lg" justify="space-between" align="baseline">
          <Figure
            value={String(queue.waiting_count)}
            label={plural(queue.waiting_count, { one: 'guest', other: 'guests' })}
          />
          <Figure
            value={low === high ? String(low) : `${low}–${high}`}
            label={plural(high, { one: 'minute to wait', other: 'minutes to wait' })}
          />
          <Anchor
            href={`/queues/${queue.id}/settings`}
            size="sm"
            aria-label={t`Settings of ${{ queue: queue.name }}`}
          >
            <Trans>Settings</Trans>
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <Text>
      <Text span fw={700} size="xl">
        {value}
      </Text>{' '}
      <Text span c="dimmed" size="sm">
        {label}
      </Text>
    </Text>
  )
}
