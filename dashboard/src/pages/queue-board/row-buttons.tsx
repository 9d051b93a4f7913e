import { ActionIcon, Button, Group } from '@mantine/core'
import { Armchair, BellRing, EllipsisVertical } from 'lucide-react'
import { memo, useState } from 'react'
import styles from './board.module.css'
import { GuestMenu } from './guest-menu.tsx'
import type { RowActions } from './row-tools.ts'

/** What can be done with a guest. Of the whole row the most costly to draw, so it is not drawn again for a new place. */
export const RowButtons = memo(function RowButtons(props: RowActions) {
  const { id, name, isCalled, actions } = props
  const [isMenuUsed, setMenuUsed] = useState(false)
  return (
    <Group gap={4} wrap="nowrap">
      {isCalled ? (
        <Button
          className={styles.primary}
          aria-label={`Seat ${name}`}
          leftSection={<Armchair size={16} aria-hidden />}
          onClick={() => actions.seat(id)}
        >
          Seat
        </Button>
      ) : (
        <Button
          className={styles.primary}
          variant="default"
          aria-label={`Call ${name}`}
          leftSection={<BellRing size={16} aria-hidden />}
          onClick={() => actions.call(id)}
        >
          Call
        </Button>
      )}
      {isMenuUsed ? (
        <GuestMenu {...props} />
      ) : (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={`More for ${name}`}
          aria-haspopup="menu"
          onClick={() => setMenuUsed(true)}
        >
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
})
