import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { FlaskConical, MailCheck } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { isTestMode, showTestData } from '../../api/mode.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { channelName, recipientText } from '../../ui/channels.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { MessageStatus } from '../messages/message-status.tsx'
import { occasionName } from '../messages/occasions.ts'

type TestMessage = Schemas['TestMessage']

const REFRESH_MS = 5_000

/** The outbox of test data: what would have been sent. */
export function Page() {
  return (
    <>
      <PageHeader
        title={t`Test messages`}
        description={t`What would have been sent to guests and customers of test data. Nobody got it.`}
      />
      {isTestMode ? <Outbox /> : <OnlyTestData />}
    </>
  )
}

function OnlyTestData() {
  return (
    <EmptyState
      icon={FlaskConical}
      title={t`You see live data`}
      action={<Button onClick={() => showTestData(true)}>{t`Show test data`}</Button>}
    >
      <Trans>Messages about live data are sent, and listed under Messages.</Trans>
    </EmptyState>
  )
}

function Outbox() {
  const [to, setTo] = useState('')
  const shown = useDeferredValue(to.trim())
  return (
    <Stack maw={820} gap="md">
      <TextInput
        label={t`Number or e-mail address`}
        description={t`Leave empty for all`}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Part resetOn={shown}>
        <Messages to={isAddress(shown) ? shown : ''} />
      </Part>
    </Stack>
  )
}

/** Whether a text may be a whole address; the API refuses others. */
const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$|^\+?[\d ()-]{7,}$/.test(text)

function Messages({ to }: { to: string }) {
  const read = async (cursor: string | undefined) =>
    (await api.get('/v1/test/messages', { params: { query: { cursor, ...(to && { to }) } } })).data
  const query = usePagesOf(['test-messages', to], read, REFRESH_MS)
  const all = query.data
  return all.length === 0 ? (
    <EmptyState icon={MailCheck} title={t`No test messages`}>
      <Trans>Add a guest with a phone number, for example.</Trans>
    </EmptyState>
  ) : (
    <Stack gap="xs">
      {all.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      <MoreButton query={query} />
    </Stack>
  )
}

function Message({ message }: { message: TestMessage }) {
  const { channel, to, subject, text, code, kind, status, created_at } = message
  return (
    <Paper withBorder p="sm" bg="var(--usher-surface)">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{recipientText({ channel, to })}</Text>
        <MessageStatus message={message} />
      </Group>
      <Text size="sm" c="dimmed">
        {[channelName(channel), kind && occasionName(kind), timeText(created_at)].filter(Boolean).join(' · ')}
      </Text>
      {subject && <Text fw={600}>{subject}</Text>}
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      {code && <CopyText text={code} label={t`Code`} />}
      {status === 'failed' && <Text c="var(--usher-bad-text)">{message.error?.message}</Text>}
    </Paper>
  )
}
