import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { Guest } from './line.ts'
import { conversationQuery, optOutsQuery } from './queries.ts'

interface MessageFormProps {
  readonly guest: Guest
  readonly isAnswering: boolean
}

/** Form to message a guest, or the reason why they cannot be messaged. */
export function MessageForm({ guest, isAnswering }: MessageFormProps) {
  const addresses = [guest.phone, guest.email].filter((address) => address !== null)
  const optOuts = useQuery({ ...optOutsQuery(addresses), enabled: addresses.length > 0 })
  if (addresses.length === 0) {
    return (
      <Text c="dimmed">
        <Trans>This guest has left no phone number or e-mail address.</Trans>
      </Text>
    )
  }
  if (optOuts.data && optOuts.data.length === addresses.length) {
    return (
      <Text c="dimmed" role="status">
        {i18n._(OPT_OUT_WORDS[optOuts.data[0]?.source ?? 'staff'])}
      </Text>
    )
  }
  return <Form {...{ guest, isAnswering }} />
}

const OPT_OUT_WORDS = {
  reply: msg`This guest replied STOP and gets no SMS. They can write START to get them again.`,
  staff: msg`Your team has opted this guest out of messages. Undo this under Messages, Opt-outs.`,
  provider: msg`The message provider blocks messages to this guest. Please tell them in person.`,
} as const

function Form({ guest, isAnswering }: MessageFormProps) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
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
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <FormProblem text={problem} />
        <Textarea
          key={fields.key('text')}
          label={t`Message`}
          data-autofocus={isAnswering || undefined}
          autosize
          minRows={2}
          {...fields.getInputProps('text')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Send</Trans>
        </Button>
      </Stack>
    </form>
  )
}
