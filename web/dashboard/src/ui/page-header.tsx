import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  /** Page-level buttons. */
  readonly actions?: ReactNode
}

/** The heading of a page. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Group className={styles.header} justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} className={styles.words}>
        <Title order={1}>{title}</Title>
        {description && <Text c="dimmed">{description}</Text>}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
