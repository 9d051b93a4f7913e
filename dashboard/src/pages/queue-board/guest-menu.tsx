import { Menu } from '@mantine/core'
import {
  Armchair,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  ArrowUpToLine,
  BellRing,
  Trash2,
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
        <Menu.Item onClick={() => tools.onOpen(id)}>Details and messages</Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<BellRing {...icon} />} onClick={() => actions.call(id)}>
          {isCalled ? 'Call again' : 'Call'}
        </Menu.Item>
        <Menu.Item leftSection={<Armchair {...icon} />} onClick={() => actions.seat(id)}>
          Seat
        </Menu.Item>
        <Menu.Item leftSection={<UserX {...icon} />} onClick={() => actions.markNoShow(id)}>
          Did not show up
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<ArrowUpToLine {...icon} />}
          disabled={isFirst}
          onClick={() => actions.move(id, 1)}
        >
          Move to the front
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowUp {...icon} />}
          disabled={isFirst}
          onClick={() => actions.moveBy(id, -1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown {...icon} />}
          disabled={isLast}
          onClick={() => actions.moveBy(id, 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<ArrowRightLeft {...icon} />} onClick={() => tools.onTransfer(id)}>
          Transfer to another queue
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Trash2 {...icon} />} onClick={() => actions.remove(id)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
