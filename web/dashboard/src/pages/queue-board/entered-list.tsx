import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import type { Entered } from './use-adding.ts'

interface EnteredListProps {
  readonly entered: readonly Entered[]
  readonly onCorrect: (entered: Entered) => void
  readonly onDrop: (entered: Entered) => void
}

/** Guests who were entered and are not known to be in the line: being sent, or refused and why. */
export function EnteredList({ entered, onCorrect, onDrop }: EnteredListProps) {
  if (entered.length === 0) return null
  return (
    <Stack gap="xs" role="status" aria-label={t`Being added`}>
      {entered.map((one) => (
        <Paper
          key={one.key}
          withBorder
          px="md"
          py="xs"
          bg={one.problem ? 'var(--usher-bad-soft)' : 'var(--usher-surface)'}
        >
          <Group justify="space-between" wrap="nowrap">
            <Text>
              <Text span fw={600}>
                {one.body.name}
              </Text>{' '}
              {one.problem ? (
                <Text span c="var(--usher-bad-text)">
                  {one.problem}
                </Text>
              ) : (
                <Text span c="dimmed">
                  <Trans>is being added</Trans>
                </Text>
              )}
            </Text>
            {one.problem ? (
              <Group gap="xs" wrap="nowrap">
                <Button onClick={() => onCorrect(one)}>
                  <Trans context="correct what was entered">Correct</Trans>
                </Button>
                <Button variant="default" onClick={() => onDrop(one)}>
                  <Trans>Discard</Trans>
                </Button>
              </Group>
            ) : (
              <Loader size="sm" aria-hidden />
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
