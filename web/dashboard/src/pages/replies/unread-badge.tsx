import { plural } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../api/session.ts'
import { unreadRepliesQuery } from '../../api/unread-replies.ts'
import styles from './unread-badge.module.css'

/** How many guests wait for somebody to read their reply, in all queues. */
export function UnreadBadge() {
  const { data } = useQuery({ ...unreadRepliesQuery, enabled: useCan('guests:read') })
  const unread = data?.length ?? 0
  if (unread === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden>{unread}</span>
      <VisuallyHidden>{plural(unread, { one: '# unread reply', other: '# unread replies' })}</VisuallyHidden>
    </span>
  )
}
