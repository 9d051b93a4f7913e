import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useOpenAtOnce } from '../../ui/later.tsx'
import { QueueSwitcherButton } from './menu-buttons.tsx'

/** Leads to the boards of the other queues, which are read when it is opened first. */
export function QueueSwitcher({ queue }: { queue: Schemas['Queue'] }) {
  const { button, menu } = useOpenAtOnce()
  const { data: queues, isPending } = useQuery(queuesQuery)
  const others = queues?.filter(({ id }) => id !== queue.id) ?? []
  return (
    <Menu position="bottom-start" width={260} {...menu}>
      <Menu.Target>
        <QueueSwitcherButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {isPending && (
          <Menu.Label>
            <Trans>Loading</Trans>
          </Menu.Label>
        )}
        {queues && others.length === 0 && (
          <Menu.Label>
            <Trans>No other queues</Trans>
          </Menu.Label>
        )}
        {others.map(({ id, name, waiting_count }) => (
          <Menu.Item key={id} component={Link} href={`/queues/${id}`} rightSection={waiting_count}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
