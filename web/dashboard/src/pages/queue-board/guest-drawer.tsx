import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Anchor,
  Button,
  Drawer,
  Group,
  Timeline as MantineTimeline,
  NumberInput,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { Conversation } from './conversation.tsx'
import { CustomFields, DetailFields } from './detail-fields.tsx'
import { detailsOf, flatBodyOf, updateOf } from './guest-details.ts'
import { type Guest, rangeOf } from './line.ts'
import { lineQuery, timelineQuery } from './queries.ts'
import type { GuestActions } from './row-tools.ts'

interface GuestDrawerProps {
  readonly guest: Guest | undefined
  readonly queue: Schemas['Queue']
  readonly actions: GuestActions
  /** What the row says of the guest. */
  readonly facts: ReactNode
  readonly onClose: () => void
}

/** One guest: the details, what happened, and what was said. */
export function GuestDrawer({ guest, onClose, ...shown }: GuestDrawerProps) {
  return (
    <Drawer
      opened={guest !== undefined}
      onClose={onClose}
      size="md"
      title={<Text fw={650}>{guest?.name}</Text>}
    >
      {guest && <Content key={guest.id} guest={guest} {...shown} />}
    </Drawer>
  )
}

interface ContentProps extends Omit<GuestDrawerProps, 'guest' | 'onClose'> {
  readonly guest: Guest
}

/** Place and wait of a guest in line, and what comes next. */
export function GuestStanding({ guest, actions, facts }: Omit<ContentProps, 'queue'>) {
  const canWrite = useCan('guests:write')
  const { id, position, status, estimated_wait_range, quoted_wait } = guest
  if (position === null) return null
  const isCalled = status === 'notified'
  const wait = estimated_wait_range && !isCalled && rangeOf(estimated_wait_range)
  return (
    <Stack gap="xs">
      <Text>
        {[t`Number ${position} in line`, wait && t`about ${wait} min to go`, t`quoted ${quoted_wait} min`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {facts}
      {canWrite && (
        <Group gap="xs">
          <Button variant={isCalled ? 'default' : 'filled'} onClick={() => actions.call(id)}>
            {isCalled ? t`Call again` : t({ message: 'Call', context: 'call a guest' })}
          </Button>
          <Button variant={isCalled ? 'filled' : 'default'} onClick={() => actions.seat(id)}>
            {t({ message: 'Seat', context: 'seat a guest' })}
          </Button>
          <Button variant="default" onClick={() => actions.markNoShow(id)}>
            <Trans>Did not show up</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Content({ guest, queue, actions, facts }: ContentProps) {
  const seesMessages = useCan('notifications:read')
  const [firstTab] = useState(seesMessages && guest.unread_reply_at ? 'messages' : 'details')
  return (
    <Stack>
      <GuestStanding {...{ guest, actions, facts }} />
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
          <GuestForm key={guest.id} guest={guest} queue={queue} />
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

const callsOf = (id: string) => ({
  read: () => api.get('/v1/guests/{id}', { params: { path: { id } } }),
  async write(changes: Record<string, unknown>, etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/v1/guests/{id}', { params, body: updateOf(changes) })).data
  },
})

/** The details of a guest. */
export function GuestForm({ guest, queue }: { guest: Guest; queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  // Whoever has left is not changed any more.
  const canWrite = useCan('guests:write') && guest.position !== null
  const { field, fields, ...form } = useEditForm({
    resource: guest,
    valuesOf: (now) => detailsOf(now, queue),
    bodyOf: (values) => flatBodyOf(values, queue),
    ...callsOf(guest.id),
    validate: { name: needed(t`Enter a name`) },
    async onSuccess() {
      await queryClient.invalidateQueries(lineQuery(guest.queue_id))
      notifyDone(t`Saved`)
    },
  })
  return (
    <Form of={form} gap="sm" verb={canWrite && t`Save`}>
      <TextInput label={t`Name`} readOnly={!canWrite} {...field('name')} />
      <TextInput label={t`Phone`} type="tel" readOnly={!canWrite} {...field('phone')} />
      <NumberInput
        label={t({ message: 'Party', context: 'number of people' })}
        min={1}
        max={99}
        readOnly={!canWrite}
        {...field('party_size')}
      />
      <DetailFields queue={queue} form={fields} readOnly={!canWrite} />
      <CustomFields queue={queue} form={fields} readOnly={!canWrite} />
    </Form>
  )
}
