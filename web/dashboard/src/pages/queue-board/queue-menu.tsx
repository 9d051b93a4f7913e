import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Kbd, Menu, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { ExternalLink, Keyboard, Megaphone, Monitor, QrCode, Settings, Signpost } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { publicPagesOf } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useOpenAtOnce } from '../../ui/later.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { QueueMenuButton } from './menu-buttons.tsx'
import { play } from './sound.ts'
import { useDesk } from './use-desk.ts'
import { useShortcutsSwitch } from './use-shortcuts.ts'
import { useSoundSwitch } from './use-sound.ts'

const icon = { size: 16, 'aria-hidden': true } as const

interface QueueMenuProps {
  readonly queue: Schemas['Queue']
  readonly onHelp: () => void
}

/** Menu of a queue: settings, public pages, announcement, desk, sound and shortcuts. */
export function QueueMenu({ queue, onHelp }: QueueMenuProps) {
  const { button, menu } = useOpenAtOnce()
  const [isAskingDesk, askDesk] = useDisclosure()
  const [isAnnouncing, announce] = useDisclosure()
  return (
    <>
      <Modal opened={isAnnouncing} onClose={announce.close} title={t`Message everybody in line`}>
        <AnnounceForm queue={queue} onClose={announce.close} />
      </Modal>
      <Modal opened={isAskingDesk} onClose={askDesk.close} title={t`Your desk`}>
        <DeskForm onClose={askDesk.close} />
      </Modal>
      <Menu position="bottom-end" width={260} {...menu}>
        <Menu.Target>
          <QueueMenuButton ref={button} queue={queue} />
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
        <Trans>Queue settings</Trans>
      </Menu.Item>
      {queue.public_join && (
        <>
          <Outside href={pages.display} of={Monitor}>{t`Display for a screen in the room`}</Outside>
          <Outside href={pages.poster} of={QrCode}>{t`Printable poster with the QR code`}</Outside>
          <Outside href={pages.join} of={ExternalLink}>{t`Where guests join`}</Outside>
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
          <Trans>Message everybody in line</Trans>
        </Menu.Item>
      )}
      {canCall && (
        <Menu.Item leftSection={<Signpost {...icon} />} rightSection={desk} onClick={onDesk}>
          <Trans>Your desk</Trans>
        </Menu.Item>
      )}
      <Menu.CheckboxItem checked={hasSound} onChange={switchSound}>
        <Trans>Sound when a guest joins or replies</Trans>
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<Keyboard {...icon} />} rightSection={hasKeys && <Kbd>?</Kbd>} onClick={onHelp}>
        <Trans>Keyboard shortcuts</Trans>
      </Menu.Item>
    </>
  )
}

interface OutsideProps {
  readonly href: string
  readonly of: typeof Monitor
  readonly children: ReactNode
}

function Outside({ href, of: Icon, children }: OutsideProps) {
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noopener" leftSection={<Icon {...icon} />}>
      {children}
    </Menu.Item>
  )
}

/** The API refuses control characters and marks of direction, which come along when text is pasted. */
const INVISIBLE = /\p{C}/u

/** Sets the desk that this browser calls guests to. */
function DeskForm({ onClose }: { onClose: () => void }) {
  const [desk, setDesk] = useDesk()
  const form = useForm({
    initialValues: { desk },
    validate: { desk: (given) => (INVISIBLE.test(given) ? t`Remove invisible characters` : null) },
  })
  const save = (values: { desk: string }) => {
    setDesk(values.desk.trim())
    onClose()
  }
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <TextInput
          label={t`Desk`}
          placeholder={t`Counter 3 or Room 12`}
          description={t`Shown to guests you call, on the screen, on their page and in their message. Applies to every queue in this browser. Leave empty if there is only one place to go.`}
          maxLength={40}
          data-autofocus
          {...form.getInputProps('desk')}
        />
        <Button type="submit">{t`Save`}</Button>
      </Stack>
    </form>
  )
}

/** As in the contract. */
const MAX_CHARACTERS = 1_530

interface AnnounceFormProps {
  readonly queue: Schemas['Queue']
  readonly onClose: () => void
}

/** Sends one text to everybody in the line. */
export function AnnounceForm({ queue, onClose }: AnnounceFormProps) {
  const { field, ...form } = useApiForm({
    initialValues: { text: '' },
    validate: { text: needed(t`Write something`) },
    submit: async ({ text }) => {
      const params = { path: { id: queue.id } }
      return (await api.post('/v1/queues/{id}/announcements', { params, body: { text } })).data
    },
    onSuccess(result) {
      notifyDone(resultWords(result), { isKept: result.not_sent > 0 })
      onClose()
    },
  })
  return (
    <Form of={form} verb={t`Send to everybody in line`}>
      <Textarea
        label={t`Message`}
        description={t`Sent once to every guest in line, called guests included, by push, SMS or e-mail. What quiet hours hold for more than an hour is not sent.`}
        autosize
        minRows={3}
        maxLength={MAX_CHARACTERS}
        data-autofocus
        {...field('text')}
      />
    </Form>
  )
}

function resultWords({ accepted, not_sent }: Schemas['AnnouncementResult']): string {
  const sent = plural(accepted, { 1: 'One message is on its way.', other: '# messages are on their way.' })
  if (not_sent === 0) return sent
  const notSent = plural(not_sent, {
    one: 'One guest was not messaged: no usable address, or opted out.',
    other: '# guests were not messaged: no usable address, or opted out.',
  })
  return `${sent} ${notSent}`
}
