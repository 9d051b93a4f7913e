import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Pause, Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import type { LiveState } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Later, LaterMenu } from '../../ui/later.tsx'
import { notifyError } from '../../ui/notify.ts'
import styles from './board.module.css'
import { boardParts } from './later.ts'
import { rangeOf } from './line.ts'
import { QueueMenuButton, QueueSwitcherButton } from './menu-buttons.tsx'
import { accuracyQuery } from './queries.ts'

const STATES: Record<LiveState, MessageDescriptor> = {
  connecting: msg`Connecting`,
  live: msg({ message: 'Live', context: 'updates arrive at once' }),
  lost: msg`Connection lost, coming back`,
  closed: msg({ message: 'Not live', context: 'no updates arrive' }),
}

interface BoardHeaderProps {
  readonly queue: Schemas['Queue']
  readonly live: LiveState
  readonly onHelp: () => void
}

/** The queue, how it stands, and how well its waits come true. */
export function BoardHeader({ queue, live, onHelp }: BoardHeaderProps) {
  const { data: accuracy } = useQuery(accuracyQuery(queue.id))
  const accuracyText = accuracy && accuracyWords(accuracy)
  const wait = rangeOf(queue.estimated_wait_range)
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap={4} wrap="nowrap" className={styles.heading}>
          <Title order={1}>{queue.name}</Title>
          <LaterMenu of={boardParts} button={<QueueSwitcherButton />}>
            {({ QueueSwitcher }) => <QueueSwitcher queue={queue} />}
          </LaterMenu>
        </Group>
        <Group gap="xs" wrap="nowrap" flex="none">
          <PauseButton queue={queue} />
          <LaterMenu of={boardParts} button={<QueueMenuButton queue={queue} />}>
            {({ QueueMenu }) => <QueueMenu queue={queue} onHelp={onHelp} />}
          </LaterMenu>
        </Group>
      </Group>
      <Group gap="xs">
        <span className={styles.state} data-state={live} role="status">
          <span className={styles.dot} aria-hidden />
          {i18n._(STATES[live])}
        </span>
        <FreePlaces queue={queue} />
        <Text c="dimmed" size="sm">
          {[t`${{ count: queue.waiting_count }} in line`, t`a new guest waits ${wait} min`].join(' · ')}
          {accuracyText && <span className={styles.accuracy}> · {accuracyText}</span>}
        </Text>
      </Group>
      {queue.status === 'paused' && (
        <Later of={boardParts} isWanted>
          {({ Alert }) => (
            <Alert color="yellow" variant="outline" title={t`The queue is paused`}>
              {queue.pause_reason ?? t`Nobody can join until it is resumed.`}
            </Alert>
          )}
        </Later>
      )}
    </Stack>
  )
}

function PauseButton({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { queryKey } = queueQuery(queue.id)
  const resume = useMutation({
    mutationFn: async () =>
      (await api.post('/v1/queues/{id}/resume', { params: { path: { id: queue.id } } })).data,
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
    onError: notifyError,
  })
  if (!useCan('queues:write')) return null
  if (queue.status === 'paused') {
    return (
      <Button
        flex="none"
        leftSection={<Play size={16} aria-hidden />}
        loading={resume.isPending}
        onClick={() => resume.mutate()}
      >
        {t({ message: 'Resume', context: 'resume the queue' })}
      </Button>
    )
  }
  return (
    <>
      <Button
        flex="none"
        variant="default"
        leftSection={<Pause size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t({ message: 'Pause', context: 'pause the queue' })}
      </Button>
      <Later of={boardParts} isWanted={isAsking}>
        {({ PauseDialog }) => (
          <PauseDialog queue={queue} isOpen={isAsking} onClose={() => setAsking(false)} />
        )}
      </Later>
    </>
  )
}

type Accuracy = Pick<Schemas['EstimateAccuracy']['totals'], 'mean_absolute_error' | 'bias' | 'early'>

/** Guests called this much before the end of the range, in minutes, are called early. */
const EARLY_MINUTES = 2

/** How early guests were called or, where they were not, how far off quotes were; undefined before anybody was served. */
export function accuracyWords({ mean_absolute_error, bias, early }: Accuracy): string | undefined {
  if (mean_absolute_error === null || bias === null) return undefined
  const before = Math.round(early ?? 0)
  if (before >= EARLY_MINUTES) return t`usually called ${before} min before the end of the range (28 days)`
  const minutes = Math.round(Math.abs(bias))
  const error = Math.max(1, Math.round(mean_absolute_error))
  if (minutes === 0) return t`average error ${error} min (28 days)`
  return bias > 0
    ? t`quoted ${minutes} min too long on average (28 days)`
    : t`quoted ${minutes} min too short on average (28 days)`
}

/** How many places are free now, as believed, and buttons to correct it: waits follow from it. */
export function FreePlaces({ queue }: { queue: Schemas['Queue'] }) {
  const client = useQueryClient()
  const count = useMutation({
    // One after the other: each press counts from what the one before has made of it.
    scope: { id: `free-places ${queue.id}` },
    mutationFn: async (step: 1 | -1) => {
      const { queryKey } = queueQuery(queue.id)
      const now = client.getQueryData(queryKey)?.free_places ?? queue.free_places
      const body = { count: Math.min(queue.servers, Math.max(0, now + step)) }
      const params = { path: { id: queue.id } }
      const { data } = await api.post('/v1/queues/{id}/free-places', { params, body })
      client.setQueryData(queryKey, data)
    },
    onError: notifyError,
  })
  const canCount = useCan('guests:write')
  if (queue.servers < 2) return null
  const { free_places: free, servers: places } = queue
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t`Free places`}>
      {canCount && (
        <ActionIcon
          variant="default"
          aria-label={t`One fewer place free`}
          disabled={free === 0}
          onClick={() => count.mutate(-1)}
        >
          <Minus size={16} aria-hidden />
        </ActionIcon>
      )}
      <Text size="sm" c="dimmed" role="status">{t`${free} of ${places} free`}</Text>
      {canCount && (
        <ActionIcon
          variant="default"
          aria-label={t`One more place free`}
          disabled={free === places}
          onClick={() => count.mutate(1)}
        >
          <Plus size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
