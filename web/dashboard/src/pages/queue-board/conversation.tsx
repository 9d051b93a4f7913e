import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Paper, Stack, Text, Textarea } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { unreadRepliesQuery } from '../../api/unread-replies.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { channelName } from '../../ui/channels.ts'
import { type MessageOutcome, outcomeOf } from '../../ui/message-outcome.ts'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useClock } from '../../ui/time.ts'
import { SandboxBand } from '../message-settings/sandbox-band.tsx'
import styles from './board.module.css'
import type { Guest } from './line.ts'
import { conversationQuery, lineQuery, optOutsQuery } from './queries.ts'

interface ConversationProps {
  readonly guest: Guest
  /** Whether the host came for a reply: then the answer has the focus. */
  readonly isAnswering: boolean
}

const OUTCOME_WORDS: Readonly<Record<MessageOutcome, MessageDescriptor>> = {
  queued: msg({ message: 'queued', context: 'a message' }),
  sent: msg({ message: 'sent', context: 'a message' }),
  delivered: msg({ message: 'delivered', context: 'a message' }),
  failed: msg({ message: 'failed', context: 'a message' }),
  sandbox: msg({ message: 'not sent: sandbox', context: 'a message' }),
  sandbox_failed: msg({ message: 'failed: sandbox', context: 'a message' }),
}

/** The messages to and from a guest, and one more. */
export function Conversation({ guest, isAnswering }: ConversationProps) {
  const canSend = useCan('notifications:send')
  return (
    <Stack>
      <Part>
        <SandboxBand />
        <Entries guest={guest} />
      </Part>
      {canSend && <MessageForm guest={guest} isAnswering={isAnswering} />}
    </Stack>
  )
}

function Entries({ guest }: { guest: Guest }) {
  const { data: entries } = useSuspenseQuery(conversationQuery(guest.id))
  useMarkRead(guest, entries)
  const clock = useClock()
  return entries.length === 0 ? (
    <EmptyState icon={MessagesSquare} title={t`No messages yet`} />
  ) : (
    <Stack gap="xs" role="log" aria-label={t`Messages`}>
      {entries.map(({ id, direction, text, at, channel, status, provider }) => (
        <Paper
          key={id}
          withBorder
          p="sm"
          maw="85%"
          ml={direction === 'out' ? 'auto' : undefined}
          bg={direction === 'out' ? 'var(--usher-accent-soft)' : 'var(--usher-surface)'}
        >
          <Text className={styles.message}>{text}</Text>
          <Text size="sm" c={direction === 'out' ? 'var(--usher-accent-text)' : 'dimmed'}>
            {clock(at)} · {channelName(channel)}
            {status && ` · ${i18n._(OUTCOME_WORDS[outcomeOf({ status, provider })])}`}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}

/** Marks the replies of a guest as read for all staff, once they are shown. */
function useMarkRead(guest: Guest, shown: readonly Schemas['ConversationEntry'][] | undefined): void {
  const queryClient = useQueryClient()
  const canWrite = useCan('guests:write')
  const { mutate } = useMutation({
    mutationFn: (until: string) =>
      api.post('/v1/guests/{id}/replies/read', { params: { path: { id: guest.id } }, body: { until } }),
    onSuccess() {
      void queryClient.invalidateQueries(unreadRepliesQuery)
      return queryClient.invalidateQueries(lineQuery(guest.queue_id))
    },
  })
  const unread = guest.unread_reply_at
  const last = shown?.findLast(({ direction }) => direction === 'in')?.at
  const isVisible = useDocumentVisibility() === 'visible'
  const isShown = unread !== null && last !== undefined && last >= unread
  useEffect(() => {
    if (isShown && isVisible && canWrite) mutate(last)
  }, [isShown, isVisible, canWrite, last, mutate])
  useEffect(() => {
    if (unread && !isShown) void queryClient.invalidateQueries(conversationQuery(guest.id))
  }, [unread, isShown, guest.id, queryClient])
}

interface MessageFormProps {
  readonly guest: Guest
  readonly isAnswering: boolean
}

/** Form to message a guest, or the reason why they cannot be messaged. */
function MessageForm({ guest, isAnswering }: MessageFormProps) {
  const addresses = [guest.phone, guest.email].filter((address) => address !== null)
  const optOuts = useQuery({ ...optOutsQuery(addresses), enabled: addresses.length > 0 })
  if (addresses.length === 0) {
    return <Text c="dimmed">{t`This guest has left no phone number or e-mail address.`}</Text>
  }
  if (optOuts.data && optOuts.data.length === addresses.length) {
    return (
      <Text c="dimmed" role="status">
        {i18n._(OPT_OUT_WORDS[optOuts.data[0]?.source ?? 'staff'])}
      </Text>
    )
  }
  return <SendForm guest={guest} isAnswering={isAnswering} />
}

const OPT_OUT_WORDS = {
  reply: msg`This guest replied STOP and gets no SMS. They can write START to get them again.`,
  staff: msg`Your team has opted this guest out of messages. Undo this under Messages, Opt-outs.`,
  provider: msg`The message service blocks messages to this guest. Please tell them in person.`,
} as const

function SendForm({ guest, isAnswering }: MessageFormProps) {
  const queryClient = useQueryClient()
  const { field, fields, ...form } = useApiForm({
    initialValues: { text: '' },
    validate: { text: needed(t`Write something`) },
    submit: ({ text }) =>
      api.post('/v1/notifications/send', {
        body: { guest_id: guest.id, text, channel: 'auto', urgent: false },
      }),
    async onSuccess() {
      fields.reset()
      await queryClient.invalidateQueries(conversationQuery(guest.id))
    },
  })
  return (
    <Form of={form} gap="xs" verb={t`Send`}>
      <Textarea
        label={t`Message`}
        data-autofocus={isAnswering || undefined}
        autosize
        minRows={2}
        {...field('text')}
      />
    </Form>
  )
}
