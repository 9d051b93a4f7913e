import { Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface Entry {
  readonly id: string
  readonly name: string
  readonly details: ReactNode
  readonly badge?: ReactNode
}

interface Props {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly onOpen: (id: string) => void
}

/** A list of entries that open on click. */
export function EntryList({ label, entries, onOpen }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
      {entries.map(({ id, name, details, badge }) => (
        <Paper key={id} component="li" withBorder bg="var(--usher-surface)">
          <UnstyledButton p="md" w="100%" onClick={() => onOpen(id)}>
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {details}
                </Text>
              </div>
              <Group gap="sm" wrap="nowrap">
                {badge}
                <ChevronRight size={18} aria-hidden />
              </Group>
            </Group>
          </UnstyledButton>
        </Paper>
      ))}
    </Stack>
  )
}
