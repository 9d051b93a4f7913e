import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { type QueueFigures, sentencesOf } from './sentences.ts'

interface Props {
  readonly queues: readonly QueueFigures[]
  readonly days: number
}

/** What the figures say, in sentences. */
export function SummaryCard({ queues, days }: Props) {
  const sentences = sentencesOf(queues, days)
  return (
    <Card title={t`In short`}>
      {sentences.length === 0 ? (
        <Text c="dimmed">
          <Trans>
            Nobody joined in this period. How many came, when they waited longest and whether quotes were
            right appears here once guests have joined.
          </Trans>
        </Text>
      ) : (
        <List spacing="xs" fz="lg">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}
