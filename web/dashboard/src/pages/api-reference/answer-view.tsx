import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { CopyText } from '../../ui/copy-text.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { prettyBody } from '../webhooks/pretty-body.ts'
import type { Answer } from './send.ts'

/** The response to a call. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { status, headers, body, durationMs, isComplete } = answer
  const isGood = status > 0 && status < 400
  return (
    <Stack gap="xs" role="region" aria-label={t`Answer`}>
      <Group gap="sm" role="status">
        <StatusBadge tone={isGood ? 'good' : 'bad'}>
          {status === 0 ? t`Redirected` : t`Status ${status}`}
        </StatusBadge>
        <Text size="sm" c="dimmed">
          {Math.round(durationMs)} ms
        </Text>
        {!isComplete && (
          <Text size="sm">
            <Trans>Receiving…</Trans>
          </Text>
        )}
      </Group>
      {status === 0 ? (
        <Text size="sm">
          <Trans>Browsers hide where it leads. The curl command shows it.</Trans>
        </Text>
      ) : (
        <>
          <CopyText text={body === '' ? t`(empty)` : prettyBody(body)} label={t`Response body`} />
          <CopyText text={headers} label={t`Response headers`} />
        </>
      )}
    </Stack>
  )
}
