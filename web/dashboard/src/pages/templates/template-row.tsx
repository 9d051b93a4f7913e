import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { RowButton } from '../../ui/row-button.tsx'
import type { Draft } from './draft.ts'
import { previewQuery } from './queries.ts'

interface Props {
  readonly template: Schemas['Template']
  readonly words: Draft
  /** Filling in a template takes the permission to send. */
  readonly hasExample: boolean
  readonly onOpen: (words: Draft) => void
}

/** A template as a sample guest gets it, or with its placeholders where it cannot be filled in. */
export function TemplateRow({ template, words, hasExample, onOpen }: Props) {
  const { data, isLoading } = useQuery({ ...previewQuery(words), enabled: hasExample })
  const { subject, text } = data ?? template
  return (
    <RowButton onClick={() => onOpen(words)}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{template.name}</Text>
        {template.is_default && (
          <Badge bg="var(--usher-accent-soft)" c="var(--usher-accent-text)">
            <Trans>Built in</Trans>
          </Badge>
        )}
      </Group>
      {isLoading ? (
        <Skeleton h="1.25rem" mt={6} aria-busy />
      ) : (
        <>
          {subject && (
            <Text size="sm" c="dimmed">
              {t({ message: `Subject: ${subject}`, context: 'of an e-mail' })}
            </Text>
          )}
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </>
      )}
    </RowButton>
  )
}
