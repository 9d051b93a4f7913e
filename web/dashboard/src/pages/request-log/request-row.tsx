import { Trans } from '@lingui/react/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { LoggedRequest } from './queries.ts'
import styles from './request-row.module.css'
import { durationText, exactTime, toneOf } from './tone.ts'

interface Props {
  readonly request: LoggedRequest
  /** It came while the page was open. */
  readonly isFresh: boolean
  readonly onOpen: () => void
}

/** One request of the log. */
export function RequestRow({ request, isFresh, onOpen }: Props) {
  const { status, code, method, path, operation, sender, duration_ms, at, replayed } = request
  const tone = toneOf(status)
  return (
    <UnstyledButton
      className={styles.row}
      data-tone={tone}
      data-fresh={isFresh || undefined}
      onClick={onOpen}
    >
      <StatusBadge tone={tone}>{String(status)}</StatusBadge>
      <Text size="sm" fw={600}>
        {method}
      </Text>
      <Text size="sm" className={styles.path}>
        {path ?? operation}
        {replayed && (
          <Text span size="sm" c="dimmed">
            {' '}
            <Trans>repeated</Trans>
          </Text>
        )}
        {code && (
          <Text span size="sm" c={tone === 'bad' ? 'var(--usher-bad-text)' : 'var(--usher-warn-text)'}>
            {' '}
            {code}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed" truncate className={styles.sender}>
        {sender.name ?? sender.id}
      </Text>
      <Text size="sm" c="dimmed" className={styles.figure}>
        {durationText(duration_ms)}
      </Text>
      <Text size="sm" c="dimmed" className={styles.figure}>
        {exactTime(at)}
      </Text>
    </UnstyledButton>
  )
}
