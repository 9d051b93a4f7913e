import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Drawer, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Part } from '../../ui/part.tsx'
import { Conversation } from './conversation.tsx'
import { GuestForm } from './guest-form.tsx'
import type { Guest } from './line.ts'
import { Timeline } from './timeline.tsx'

interface GuestDrawerProps {
  readonly guest: Guest | undefined
  readonly queue: Schemas['Queue']
  readonly onClose: () => void
}

/** One guest: the details, what happened, and what was said. */
export function GuestDrawer({ guest, queue, onClose }: GuestDrawerProps) {
  return (
    <Drawer
      opened={guest !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={<Text fw={650}>{guest?.name}</Text>}
    >
      {guest && <Content key={guest.id} {...{ guest, queue }} />}
    </Drawer>
  )
}

function Content({ guest, queue }: { guest: Guest; queue: Schemas['Queue'] }) {
  const seesMessages = useCan('notifications:read')
  const [firstTab] = useState(seesMessages && guest.unread_reply_at ? 'messages' : 'details')
  return (
    <Stack>
      {guest.unreached && (
        <Text c="var(--usher-warn-text)" bg="var(--usher-warn-soft)" p="xs">
          {t`A message did not arrive: ${{ reason: guest.unreached.reason }}`}
        </Text>
      )}
      <Tabs defaultValue={firstTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="details">
            <Trans>Details</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="timeline">
            <Trans>Timeline</Trans>
          </Tabs.Tab>
          {seesMessages && (
            <Tabs.Tab value="messages">
              <Trans>Messages</Trans>
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="details">
          <GuestForm key={guest.id} {...{ guest, queue }} />
          <Anchor
            href={guest.status_url}
            target="_blank"
            rel="noreferrer"
            underline="always"
            display="block"
            mt="md"
          >
            <Trans>What the guest sees</Trans>
          </Anchor>
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <Part>
            <Timeline guest={guest} />
          </Part>
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <Conversation guest={guest} isAnswering={firstTab === 'messages'} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
