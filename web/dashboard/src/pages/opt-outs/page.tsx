import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { useCan } from '../../api/session.ts'
import { textOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { MessageSections } from '../messages/sections.tsx'

type OptOut = Schemas['OptOut']

const KEY = ['opt-outs']

const SOURCES: { readonly [Value in OptOut['source']]: MessageDescriptor } = {
  reply: msg`Replied STOP`,
  staff: msg`Added by your team`,
  provider: msg`Refused by the message service`,
}

/** Recipients who get no messages. */
export function Page() {
  const mayChange = useCan('notifications:send')
  return (
    <>
      <PageHeader title={t`Opt-outs`} description={t`No messages are sent to these numbers and addresses.`} />
      <MessageSections />
      <Stack maw={820} gap="lg">
        {mayChange && <AddCard />}
        <Part>
          <OptOuts mayChange={mayChange} />
        </Part>
      </Stack>
    </>
  )
}

function OptOuts({ mayChange }: { mayChange: boolean }) {
  const query = usePagesOf(
    KEY,
    async (cursor) => (await api.get('/v1/notifications/opt-outs', { params: { query: { cursor } } })).data,
  )
  const all = query.data
  return all.length === 0 ? (
    <EmptyState icon={BellOff} title={t`No opt-outs`}>
      <Trans>Anyone who replies STOP is added automatically.</Trans>
    </EmptyState>
  ) : (
    <Stack gap="xs">
      {all.map((optOut) => (
        <OptOutRow key={optOut.id} optOut={optOut} mayChange={mayChange} />
      ))}
      <MoreButton query={query} />
    </Stack>
  )
}

function AddCard() {
  const queryClient = useQueryClient()
  const { field, fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { to: '', reason: '' },
    validate: { to: needed(t`Enter a number or address`) },
    submit: ({ to, reason }) =>
      api.post('/v1/notifications/opt-outs', { body: { to, reason: textOrNull(reason) } }),
    onSuccess() {
      fields.reset()
      return queryClient.invalidateQueries({ queryKey: KEY })
    },
  })
  return (
    <Card title={t`Add an opt-out`}>
      <form onSubmit={onSubmit} noValidate>
        <FormProblem text={problem} />
        <Group align="flex-start">
          <TextInput label={t`Number or e-mail address`} flex="1 1 14rem" {...field('to')} />
          <TextInput label={t`Reason`} flex="1 1 14rem" {...field('reason')} />
          <Button type="submit" mt={25} loading={isSending}>{t`Add`}</Button>
        </Group>
      </form>
    </Card>
  )
}

/** An opt-out by STOP can be undone only by the recipient's START. */
function OptOutRow({ optOut, mayChange }: { optOut: OptOut; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => api.delete('/v1/notifications/opt-outs/{id}', { params: { path: { id: optOut.id } } }),
    onSuccess() {
      notifyDone(t`They can receive messages again.`)
      return queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: notifyError,
  })
  const address = optOut.address ?? t({ message: 'Erased', context: 'phone number or e-mail address' })
  return (
    <Paper withBorder p="sm" bg="var(--usher-surface)">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{address}</Text>
          <Text c="dimmed" size="sm">
            {[i18n._(SOURCES[optOut.source]), timeText(optOut.created_at), optOut.reason]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {mayChange && optOut.source !== 'reply' && (
          <Button
            variant="default"
            size="compact-md"
            loading={removal.isPending}
            aria-label={t`Send again to ${address}`}
            onClick={() => removal.mutate()}
          >
            <Trans>Send again</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}
