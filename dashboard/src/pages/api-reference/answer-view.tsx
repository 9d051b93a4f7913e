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
    <Stack gap="xs" role="region" aria-label="Answer">
      <Group gap="sm" role="status">
        <StatusBadge tone={isGood ? 'good' : 'bad'}>
          {status === 0 ? 'Redirected' : `Status ${status}`}
        </StatusBadge>
        <Text size="sm" c="dimmed">
          {Math.round(durationMs)} ms
        </Text>
        {!isComplete && <Text size="sm">Receiving…</Text>}
      </Group>
      {status === 0 ? (
        <Text size="sm">Browsers hide where it leads. The curl command shows it.</Text>
      ) : (
        <>
          <CopyText text={body === '' ? '(empty)' : prettyBody(body)} label="Response body" />
          <CopyText text={headers} label="Response headers" />
        </>
      )}
    </Stack>
  )
}
