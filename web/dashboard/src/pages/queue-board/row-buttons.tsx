import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { Armchair, BellRing } from 'lucide-react'
import { memo } from 'react'
import { LaterMenu } from '../../ui/later.tsx'
import styles from './board.module.css'
import { boardParts } from './later.ts'
import { GuestMenuButton } from './menu-buttons.tsx'
import type { RowActions } from './row-tools.ts'

/** What can be done with a guest. Of the whole row the most costly to draw, so it is not drawn again for a new place. */
export const RowButtons = memo(function RowButtons(props: RowActions) {
  const { id, name, isCalled, actions } = props
  return (
    <Group gap={4} wrap="nowrap">
      {isCalled ? (
        <Button
          className={styles.primary}
          aria-label={t({ message: `Seat ${name}`, context: 'seat a guest' })}
          leftSection={<Armchair size={16} aria-hidden />}
          onClick={() => actions.seat(id)}
        >
          <Trans context="seat a guest">Seat</Trans>
        </Button>
      ) : (
        <Button
          className={styles.primary}
          variant="default"
          aria-label={t({ message: `Call ${name}`, context: 'call a guest' })}
          leftSection={<BellRing size={16} aria-hidden />}
          onClick={() => actions.call(id)}
        >
          <Trans context="call a guest">Call</Trans>
        </Button>
      )}
      <LaterMenu of={boardParts} button={<GuestMenuButton guest={name} />}>
        {({ GuestMenu }) => <GuestMenu {...props} />}
      </LaterMenu>
    </Group>
  )
})
