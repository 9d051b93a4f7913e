import { t } from '@lingui/core/macro'
import { Drawer, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { MessageSquareText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { channelName, recipientText } from '../../ui/channels.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { SandboxBand } from '../message-settings/sandbox-band.tsx'
import { FILTERS, MessageStatus, statusName } from './message-status.tsx'
import { occasionName } from './occasions.ts'
import { MessageSections } from './sections.tsx'

type Message = Schemas['Notification']

/** The messages to guests with their status, newest first. */
export function Page() {
  const [status, setStatus] = useState('')
  const [opened, setOpened] = useState<Message>()
  const shown = useDeferredValue(status)
  return (
    <>
      <PageHeader
        title={t`Messages`}
        actions={
          <NativeSelect
            aria-label={t`Status`}
            data={[
              { value: '', label: t`Any status` },
              ...FILTERS.map((value) => ({ value, label: statusName(value) })),
            ]}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
          />
        }
      />
      <MessageSections />
      <Part resetOn={shown}>
        <SandboxBand />
        <Messages status={shown} onOpen={setOpened} />
      </Part>
      <Drawer opened={opened !== undefined} onClose={() => setOpened(undefined)} title={t`Message`}>
        {opened && <MessageDetails message={opened} />}
      </Drawer>
    </>
  )
}

interface MessagesProps {
  readonly status: string
  readonly onOpen: (message: Message) => void
}

function Messages({ status, onOpen }: MessagesProps) {
  const query = usePagesOf(['messages', status], async (cursor) => {
    const search = { cursor, ...filterOf(status) }
    return (await api.get('/v1/notifications', { params: { query: search } })).data
  })
  const all = query.data
  return all.length === 0 ? (
    <EmptyState icon={MessageSquareText} title={t`No messages`}>
      {status ? t`No message has this status.` : t`Messages to guests appear here.`}
    </EmptyState>
  ) : (
    <Stack gap="xs">
      {all.map((message) => (
        <MessageRow key={message.id} message={message} onOpen={() => onOpen(message)} />
      ))}
      <MoreButton query={query} />
    </Stack>
  )
}

function filterOf(status: string) {
  if (status === '') return {}
  if (status === 'sandbox') return { sandbox: 'true' } as const
  return { status: status as Message['status'], sandbox: 'false' } as const
}

function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { kind, text, created_at } = message
  return (
    <RowButton onClick={onOpen}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{recipientText(message)}</Text>
          <Text c="dimmed" size="sm">
            {kind ? occasionName(kind) : t`Custom text`}
          </Text>
        </Group>
        <Group gap="xs">
          <Text c="dimmed" size="sm">
            {timeText(created_at)}
          </Text>
          <MessageStatus message={message} />
        </Group>
      </Group>
      <Text lineClamp={1} size="sm">
        {text}
      </Text>
    </RowButton>
  )
}

function outcomeText({ outcome, provider }: Message['attempts'][number]): string {
  if (outcome === 'sent') return t`Accepted by ${provider}`
  if (outcome === 'refused') return t`Refused by ${provider}`
  return outcome === 'failed' ? t`Failed at ${provider}` : t`No response from ${provider}`
}

/** One message with its attempts. */
export function MessageDetails({ message }: { message: Message }) {
  const { text, held, error, attempts, channel } = message
  const time = timeText(message.created_at)
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{recipientText(message)}</Text>
        <MessageStatus message={message} />
      </Group>
      <Text c="dimmed" size="sm">
        {channelName(channel)}, {time}
      </Text>
      <Paper withBorder p="sm">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      </Paper>
      {held && <Text>{t`Held until ${{ time: timeText(held.until) }}: ${{ reason: held.message }}`}</Text>}
      {error && <Text c="var(--usher-bad-text)">{error.message}</Text>}
      <Title order={2}>{t`Attempts`}</Title>
      {attempts.length === 0 && (
        <Text c="dimmed">{t({ message: 'None yet.', context: 'attempts to send a message' })}</Text>
      )}
      <Stack component="ol" gap="xs" m={0} pl="md">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Text>{outcomeText(attempt)}</Text>
            <Text c="dimmed" size="sm">
              {[timeText(attempt.at), attempt.error?.message, attempt.error?.provider_code]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
