import { Button, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { clock } from '../../ui/time.ts'
import styles from './board.module.css'
import type { Guest } from './line.ts'
import { conversationQuery } from './queries.ts'

/** The messages to and from a guest, and one more. */
export function Conversation({ guest }: { guest: Guest }) {
  const conversation = useQuery(conversationQuery(guest.id))
  const canSend = useCan('notifications:send')
  const isReachable = guest.phone !== null || guest.email !== null
  return (
    <Stack>
      <Loaded query={conversation}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={MessagesSquare} title="No messages yet" />
          ) : (
            <Stack gap="xs" role="log" aria-label="Messages">
              {entries.map(({ id, direction, text, at, channel, status }) => (
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
                    {clock.format(new Date(at))} · {channel}
                    {status && ` · ${status}`}
                  </Text>
                </Paper>
              ))}
            </Stack>
          )
        }
      </Loaded>
      {canSend && isReachable && <MessageForm guest={guest} />}
      {canSend && !isReachable && (
        <Text c="dimmed">This guest has left no phone number or e-mail address.</Text>
      )}
    </Stack>
  )
}

function MessageForm({ guest }: { guest: Guest }) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { text: '' },
    validate: { text: needed('Write something') },
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
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <FormProblem text={problem} />
        <Textarea
          key={fields.key('text')}
          label="Message"
          autosize
          minRows={2}
          {...fields.getInputProps('text')}
        />
        <Button type="submit" loading={isSending}>
          Send
        </Button>
      </Stack>
    </form>
  )
}
