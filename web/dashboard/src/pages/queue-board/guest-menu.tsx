import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  Armchair,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  ArrowUpToLine,
  BellRing,
  Trash2,
  Undo2,
  UserX,
} from 'lucide-react'
import { useOpenAtOnce } from '../../ui/later.tsx'
import { GuestMenuButton } from './menu-buttons.tsx'
import type { RowActions } from './row-tools.ts'

/** Everything that can be done with a guest, including moving without dragging. */
export function GuestMenu({ id, name, isCalled, isFirst, isLast, actions, ...tools }: RowActions) {
  const { button, menu } = useOpenAtOnce()
  const icon = { size: 16, 'aria-hidden': true } as const
  return (
    <Menu position="bottom-end" width={220} {...menu}>
      <Menu.Target>
        <GuestMenuButton ref={button} guest={name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => tools.onOpen(id)}>{t`Details and messages`}</Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<BellRing {...icon} />} onClick={() => actions.call(id)}>
          {isCalled ? t`Call again` : t({ message: 'Call', context: 'call a guest' })}
        </Menu.Item>
        {isCalled && (
          <Menu.Item leftSection={<Undo2 {...icon} />} onClick={() => actions.takeBack(id)}>
            <Trans>Back to waiting</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Armchair {...icon} />} onClick={() => actions.seat(id)}>
          {t({ message: 'Seat', context: 'seat a guest' })}
        </Menu.Item>
        <Menu.Item leftSection={<UserX {...icon} />} onClick={() => actions.markNoShow(id)}>
          <Trans>Did not show up</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<ArrowUpToLine {...icon} />}
          disabled={isFirst}
          onClick={() => actions.move(id, 1)}
        >
          <Trans>Move to the front</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowUp {...icon} />}
          disabled={isFirst}
          onClick={() => actions.moveBy(id, -1)}
        >
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown {...icon} />}
          disabled={isLast}
          onClick={() => actions.moveBy(id, 1)}
        >
          <Trans>Move down</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<ArrowRightLeft {...icon} />} onClick={() => tools.onTransfer(id)}>
          <Trans>Transfer to another queue</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Trash2 {...icon} />} onClick={() => actions.remove(id)}>
          {t({ message: 'Remove', context: 'remove a guest' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
