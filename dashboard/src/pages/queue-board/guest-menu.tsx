import { ActionIcon, Menu } from '@mantine/core'
import {
  Armchair,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  ArrowUpToLine,
  BellRing,
  EllipsisVertical,
  Trash2,
  UserX,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RowActions } from './row-tools.ts'

/**
 * All that can be done with a guest, moving without dragging among it. It is made when its button is pressed first, for
 * one in each row would be most of what a row costs; so it takes the focus of that button, and opens.
 */
export function GuestMenu({ id, name, isCalled, isFirst, isLast, actions, ...tools }: RowActions) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  const icon = { size: 16, 'aria-hidden': true } as const
  return (
    <Menu position="bottom-end" width={220} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" size="lg" aria-label={`More for ${name}`}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
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
