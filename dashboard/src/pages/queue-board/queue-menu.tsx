import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  Ellipsis,
  ExternalLink,
  Keyboard,
  Megaphone,
  Monitor,
  QrCode,
  Settings,
  Signpost,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { publicPagesOf, queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { AnnounceDialog } from './announce-dialog.tsx'
import { DeskDialog } from './desk-dialog.tsx'
import { play } from './sound.ts'
import { useDesk } from './use-desk.ts'
import { useShortcutsSwitch } from './use-shortcuts.ts'
import { useSoundSwitch } from './use-sound.ts'

const icon = { size: 16, 'aria-hidden': true } as const

/** Leads to the boards of the other queues, which are read when it is opened first. */
export function QueueSwitcher({ queue }: { queue: Schemas['Queue'] }) {
  const [isOpen, setOpen] = useState(false)
  const { data: queues, isPending } = useQuery({ ...queuesQuery, enabled: isOpen })
  const others = queues?.filter(({ id }) => id !== queue.id) ?? []
  return (
    <Menu position="bottom-start" width={260} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label="Other queues">
          <ChevronDown size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {isPending && <Menu.Label>Loading</Menu.Label>}
        {queues && others.length === 0 && <Menu.Label>No other queues</Menu.Label>}
        {others.map(({ id, name, waiting_count }) => (
          <Menu.Item key={id} component={Link} href={`/queues/${id}`} rightSection={waiting_count}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface QueueMenuProps {
  readonly queue: Schemas['Queue']
  readonly onHelp: () => void
}

/** Menu of a queue: settings, public pages, announcement, desk, sound and shortcuts. */
export function QueueMenu({ queue, onHelp }: QueueMenuProps) {
  const [isAskingDesk, askDesk] = useDisclosure()
  const [isAnnouncing, announce] = useDisclosure()
  return (
    <>
      <AnnounceDialog queue={queue} isOpen={isAnnouncing} onClose={announce.close} />
      <DeskDialog isOpen={isAskingDesk} onClose={askDesk.close} />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={`More for ${queue.name}`}>
            <Ellipsis size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PageItems queue={queue} />
          <Menu.Divider />
          <BoardItems onAnnounce={announce.open} onDesk={askDesk.open} onHelp={onHelp} />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function PageItems({ queue }: Pick<QueueMenuProps, 'queue'>) {
  const pages = publicPagesOf(queue)
  return (
    <>
      <Menu.Item component={Link} href={`/queues/${queue.id}/settings`} leftSection={<Settings {...icon} />}>
        Queue settings
      </Menu.Item>
      {queue.public_join && (
        <>
          <Outside href={pages.display} of={Monitor}>
            Display for a screen in the room
          </Outside>
          <Outside href={pages.poster} of={QrCode}>
            Printable poster with the QR code
          </Outside>
          <Outside href={pages.join} of={ExternalLink}>
            Where guests join
          </Outside>
        </>
      )}
    </>
  )
}

interface BoardItemsProps {
  readonly onAnnounce: () => void
  readonly onDesk: () => void
  readonly onHelp: () => void
}

function BoardItems({ onAnnounce, onDesk, onHelp }: BoardItemsProps) {
  const [hasSound, setSound] = useSoundSwitch()
  const [hasKeys] = useShortcutsSwitch()
  const [desk] = useDesk()
  const canSend = useCan('notifications:send')
  const canCall = useCan('guests:write')
  const switchSound = () => {
    setSound(!hasSound)
    if (!hasSound) play('joined')
  }
  return (
    <>
      {canSend && (
        <Menu.Item leftSection={<Megaphone {...icon} />} onClick={onAnnounce}>
          Message everybody in line
        </Menu.Item>
      )}
      {canCall && (
        <Menu.Item leftSection={<Signpost {...icon} />} rightSection={desk} onClick={onDesk}>
          Your desk
        </Menu.Item>
      )}
      <Menu.CheckboxItem checked={hasSound} onChange={switchSound}>
        Sound when a guest joins or replies
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<Keyboard {...icon} />} rightSection={hasKeys && <Kbd>?</Kbd>} onClick={onHelp}>
        Keyboard shortcuts
      </Menu.Item>
    </>
  )
}

interface OutsideProps {
  readonly href: string
  readonly of: typeof Monitor
  readonly children: string
}

function Outside({ href, of: Icon, children }: OutsideProps) {
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noopener" leftSection={<Icon {...icon} />}>
      {children}
    </Menu.Item>
  )
}
