import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { timeText } from '../../ui/time.ts'
import { MessageStatus } from './message-status.tsx'

type Message = Schemas['Notification']

const OUTCOMES: { readonly [Value in Message['attempts'][number]['outcome']]: string } = {
  sent: 'Accepted',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'No response',
}

/** One message with its attempts. */
export function MessageDetails({ message }: { message: Message }) {
  const { to, text, status, held, error, attempts, channel } = message
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{to ?? t`Erased`}</Text>
        <MessageStatus status={status} />
      </Group>
      <Text c="dimmed" size="sm">
        {channel === 'sms' ? t`SMS` : t`E-mail`}, {timeText(message.created_at)}
      </Text>
      <Paper withBorder p="sm">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      </Paper>
      {held && (
        <Text>
          <Trans>
            Held until {timeText(held.until)}: {held.message}
          </Trans>
        </Text>
      )}
      {error && <Text c="var(--usher-bad-text)">{error.message}</Text>}
      <Title order={2}>
        <Trans>Attempts</Trans>
      </Title>
      {attempts.length === 0 && (
        <Text c="dimmed">
          <Trans>None yet.</Trans>
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} pl="md">
        {attempts.map(({ at, provider, outcome, error: fault }) => (
          <li key={at}>
            <Text>
              <Trans>
                {OUTCOMES[outcome]} by {provider}
              </Trans>
            </Text>
            <Text c="dimmed" size="sm">
              {timeText(at)}
              {fault && `: ${fault.message}${fault.provider_code ? ` (${fault.provider_code})` : ''}`}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
