import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import type { LiveState } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Later, LaterMenu } from '../../ui/later.tsx'
import { notifyError } from '../../ui/notify.ts'
import { accuracyWords } from './accuracy-words.ts'
import styles from './board.module.css'
import { FreePlaces } from './free-places.tsx'
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
          {[t`${{ count: queue.waiting_count }} in line`, t`a new guest waits ${wait} min`, accuracyText]
            .filter(Boolean)
            .join(' · ')}
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
        <Trans context="resume the queue">Resume</Trans>
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
        <Trans context="pause the queue">Pause</Trans>
      </Button>
      <Later of={boardParts} isWanted={isAsking}>
        {({ PauseDialog }) => (
          <PauseDialog queue={queue} isOpen={isAsking} onClose={() => setAsking(false)} />
        )}
      </Later>
    </>
  )
}
