import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { channelName, recipientText } from '../../ui/channels.ts'
import { timeText } from '../../ui/time.ts'
import { MessageStatus } from './message-status.tsx'

type Message = Schemas['Notification']

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
      <Title order={2}>
        <Trans>Attempts</Trans>
      </Title>
      {attempts.length === 0 && (
        <Text c="dimmed">
          <Trans context="attempts to send a message">None yet.</Trans>
        </Text>
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
