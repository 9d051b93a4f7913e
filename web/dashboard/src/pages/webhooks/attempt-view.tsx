import { t } from '@lingui/core/macro'
import { Group, Paper, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { pairsText } from './pairs.ts'

/** One attempt at a delivery: what was sent, what was answered, and how long it took. */
export function AttemptView({ attempt }: { attempt: Schemas['DeliveryAttempt'] }) {
  const { number, trigger, started_at, request, response, error } = attempt
  const isGood = response !== null && response.status >= 200 && response.status < 300
  return (
    <Paper component="section" aria-label={t`Attempt ${number}`} withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{t`Attempt ${number}`}</Text>
          <StatusBadge tone={isGood ? 'good' : 'bad'}>
            {response ? t`Status ${{ status: response.status }}` : t`No response`}
          </StatusBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {timeText(started_at)} · {trigger === 'manual' ? 'manual' : 'automatic'} · {timingsText(attempt)}
        </Text>
        {error && <Text c="var(--usher-bad-text)">{error}</Text>}
        <Text size="sm" fw={600}>{t`Request`}</Text>
        <CopyText text={`POST ${request.url}\n${pairsText(request.headers)}`} label={t`Request headers`} />
        {response && (
          <>
            <Text size="sm" fw={600}>{t`Response`}</Text>
            <CopyText text={pairsText(response.headers)} label={t`Response headers`} />
            {response.body && <CopyText text={prettyBody(response.body)} label={t`Response body`} />}
          </>
        )}
      </Stack>
    </Paper>
  )
}

function timingsText({ duration_ms, timings }: Schemas['DeliveryAttempt']): string {
  const parts: readonly (readonly [string, number | null])[] = [
    [t`look-up`, timings.dns_ms],
    [t`connect`, timings.connect_ms],
    [t`first byte`, timings.first_byte_ms],
  ]
  const known = parts.filter(([, ms]) => ms !== null).map(([name, ms]) => `${name} ${ms} ms`)
  return [`${duration_ms} ms`, ...known].join(', ')
}

/** Pretty-prints a body if it is JSON. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
