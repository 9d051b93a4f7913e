import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Drawer, Timeline as MantineTimeline, Stack, Tabs, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { Conversation } from './conversation.tsx'
import { GuestForm } from './guest-form.tsx'
import type { Guest } from './line.ts'
import { timelineQuery } from './queries.ts'

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
          <Tabs.Tab value="details">{t`Details`}</Tabs.Tab>
          <Tabs.Tab value="timeline">{t`Timeline`}</Tabs.Tab>
          {seesMessages && <Tabs.Tab value="messages">{t`Messages`}</Tabs.Tab>}
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

type Words = Readonly<Record<Schemas['TimelineEntry']['type'], MessageDescriptor>>

const OWN: Words = {
  added: msg({ message: 'Joined', context: 'what happened to a guest' }),
  notified: msg({ message: 'Called', context: 'what happened to a guest' }),
  moved: msg({ message: 'Moved', context: 'what happened to a guest' }),
  seated: msg({ message: 'Seated', context: 'what happened to a guest' }),
  removed: msg({ message: 'Removed', context: 'what happened to a guest' }),
  no_show: msg({ message: 'Did not show up', context: 'what happened to a guest' }),
  undone: msg({ message: 'Taken back', context: 'what happened to a guest' }),
  updated: msg({ message: 'Changed', context: 'what happened to a guest' }),
  transferred: msg({ message: 'Transferred', context: 'what happened to a guest' }),
}

/** What happened to another guest and thereby changed the place of this one. */
const OTHERS: Words = {
  added: msg`Another guest: joined`,
  notified: msg`Another guest: called`,
  moved: msg`Another guest: moved`,
  seated: msg`Another guest: seated`,
  removed: msg`Another guest: removed`,
  no_show: msg`Another guest: did not show up`,
  undone: msg`Another guest: taken back`,
  updated: msg`Another guest: changed`,
  transferred: msg`Another guest: transferred`,
}

/** What happened to a guest and to the guest's place, and why. */
export function Timeline({ guest }: { guest: Guest }) {
  const { data: entries } = useSuspenseQuery(timelineQuery(guest.id))
  return (
    <MantineTimeline active={entries.length} bulletSize={14} lineWidth={2}>
      {entries.map((entry) => (
        <MantineTimeline.Item key={`${entry.at}${entry.type}`} title={titleOf(entry)}>
          <Text size="sm" c="dimmed">
            {timeText(entry.at)}
            {entry.reason && ` · ${entry.reason}`}
          </Text>
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  )
}

function titleOf(entry: Schemas['TimelineEntry']): string {
  const { type, caused_by, position_before: from, position_after: to } = entry
  const event = i18n._((caused_by === null ? OWN : OTHERS)[type])
  if (to === null || to === from) return event
  return from === null
    ? t({ message: `${event}, number ${to}`, comment: 'Such as: Joined, number 3. The place in the line.' })
    : t({
        message: `${event}, from ${from} to ${to}`,
        comment: 'Such as: Moved, from 3 to 1. Places in the line.',
      })
}
