import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { useIsConnectionLost } from '../api/connection.ts'
import styles from './shell.module.css'

/** Shown while the server cannot be reached. */
export function ConnectionBanner() {
  const isLost = useIsConnectionLost()
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <Group className={styles.banner} gap="xs" justify="center" wrap="nowrap">
          <WifiOff size={18} aria-hidden />
          <Text size="sm" fw={600}>{t`No connection. Your changes are kept and sent when it is back.`}</Text>
        </Group>
      )}
    </div>
  )
}
