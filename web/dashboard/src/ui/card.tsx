import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface CardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** One section of a page. */
export function Card({ title, description, action, children }: CardProps) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--usher-surface)">
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2}>
            <Title order={2}>{title}</Title>
            {description && <Text c="dimmed">{description}</Text>}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
