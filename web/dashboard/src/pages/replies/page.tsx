import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { unreadRepliesQuery } from '../../api/unread-replies.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { Conversation } from '../queue-board/conversation.tsx'

/** Unread replies of the guests of all queues, newest first, to be answered here. */
export function Page() {
  const { data: guests } = useSuspenseQuery(unreadRepliesQuery)
  const { data: queues = [] } = useQuery(queuesQuery)
  const nameOf = (id: string) => queues.find((queue) => queue.id === id)?.name ?? ''
  // Read replies leave the list while the conversation stays open.
  const [opened, setOpened] = useState<Schemas['Guest']>()
  return (
    <>
      <PageHeader title={t`Replies`} description={t`Unread replies of guests in all queues, newest first.`} />
      {guests.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={t`No unread replies`}>
          <Trans>What guests in line answer to your messages appears here until somebody reads it.</Trans>
        </EmptyState>
      ) : (
        <Stack gap="xs">
          {guests.map((guest) => (
            <RowButton key={guest.id} onClick={() => setOpened(guest)}>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  <Text fw={600}>{guest.name}</Text>
                  <Text c="dimmed" size="sm">
                    {nameOf(guest.queue_id)}
                  </Text>
                </Group>
                <Text c="dimmed" size="sm">
                  {timeText(guest.unread_reply_at)}
                </Text>
              </Group>
            </RowButton>
          ))}
        </Stack>
      )}
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="md"
        title={<Text fw={650}>{opened?.name}</Text>}
      >
        {opened && (
          <Stack>
            <Anchor href={`/queues/${opened.queue_id}?guest=${opened.id}`}>
              {t`Show in ${{ queue: nameOf(opened.queue_id) }}`}
            </Anchor>
            <Conversation key={opened.id} guest={opened} isAnswering />
          </Stack>
        )}
      </Drawer>
    </>
  )
}
