import { t } from '@lingui/core/macro'
import { Button, Center, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../api/problem.ts'

/** Placeholder while loading. */
export function LoadingState({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={t`Loading`} aria-busy>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all the same
        <Skeleton key={line} height={44} radius="md" />
      ))}
    </Stack>
  )
}

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  /** 1 if it is the page's only heading. */
  readonly order?: 1 | 2
  readonly children?: ReactNode
  /** The suggested action. */
  readonly action?: ReactNode
}

/** Says that there is nothing yet, and what to do. */
export function EmptyState({ icon: Icon, title, order = 2, children, action }: EmptyStateProps) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <ThemeIcon size={56} radius="xl" variant="light">
          <Icon size={28} aria-hidden />
        </ThemeIcon>
        <Title order={order}>{title}</Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Center>
  )
}

/** Shows a loading error with a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Center py={48} px="md" role="alert">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <ThemeIcon size={56} radius="xl" variant="light" color="red">
          <CloudOff size={28} aria-hidden />
        </ThemeIcon>
        <Title order={2}>{t`Could not load this`}</Title>
        <Text c="dimmed">{messageOf(error)}</Text>
        {onRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
      </Stack>
    </Center>
  )
}

/** Shows the data of a query, or its loading or error state. */
export function Loaded<Data>(props: {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => ReactNode
  readonly loading?: ReactNode
}) {
  const { query, children, loading = <LoadingState /> } = props
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return loading
}
