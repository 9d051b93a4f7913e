import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { kindName, ProviderForm } from './provider-form.tsx'
import { providersQuery } from './queries.ts'

type Provider = Schemas['MessageProvider']

type Opened = { readonly about: 'edit' | 'test'; readonly provider: Provider } | { readonly about: 'add' }

const TITLES = { add: msg`Add a message service`, edit: msg`Change message service`, test: msg`Send a test` }

const listOf = new Intl.ListFormat(locale)

/** The providers in the order in which they are tried. */
export function ProvidersCard() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Card
      title={t`Message services`}
      description={t`If a channel has several, the one with the lowest number is tried first.`}
      action={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setOpened({ about: 'add' })}>
          <Trans>Add a message service</Trans>
        </Button>
      }
    >
      <Providers onOpen={setOpened} />
      <Modal opened={opened !== undefined} onClose={close} title={opened && i18n._(TITLES[opened.about])}>
        {opened?.about === 'test' && <TestForm provider={opened.provider} />}
        {opened?.about === 'edit' && <ProviderForm provider={opened.provider} onDone={close} />}
        {opened?.about === 'add' && (
          <ProviderForm onDone={(provider) => setOpened({ about: 'test', provider })} />
        )}
      </Modal>
    </Card>
  )
}

function Providers({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const { data: all } = useSuspenseQuery(providersQuery)
  return (
    <Stack gap="xs">
      {all.length === 0 && (
        <Text c="dimmed">{t`None. Messages go through the services of this installation.`}</Text>
      )}
      {all.map((provider) => (
        <ProviderRow key={provider.id} provider={provider} onOpen={(about) => onOpen({ about, provider })} />
      ))}
    </Stack>
  )
}

interface RowProps {
  readonly provider: Provider
  readonly onOpen: (about: 'edit' | 'test') => void
}

function ProviderRow({ provider, onOpen }: RowProps) {
  const { name, kind, channels, enabled, priority } = provider
  return (
    <Paper withBorder p="sm" bg="var(--usher-canvas)">
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              {priority}. {name}
            </Text>
            {!enabled && <StatusBadge tone="warn">{t`Disabled`}</StatusBadge>}
          </Group>
          <Text c="dimmed" size="sm">
            {kindName(kind)} · {listOf.format(channels.map((one) => (one === 'sms' ? t`SMS` : t`e-mail`)))}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" aria-label={t`Test ${name}`} onClick={() => onOpen('test')}>
            {t({ message: 'Test', context: 'verb' })}
          </Button>
          <Button variant="default" aria-label={t`Change ${name}`} onClick={() => onOpen('edit')}>
            {t({ message: 'Change', context: 'verb' })}
          </Button>
          <RemoveProvider provider={provider} />
        </Group>
      </Group>
    </Paper>
  )
}

/** Asks for confirmation in place. */
function RemoveProvider({ provider }: { provider: Schemas['MessageProvider'] }) {
  const queryClient = useQueryClient()
  const [isSure, setIsSure] = useState(false)
  const removal = useMutation({
    mutationFn: () =>
      api.delete('/account/message-providers/{id}', { params: { path: { id: provider.id } } }),
    onSuccess() {
      notifyDone(t`${{ name: provider.name }} removed.`)
      return queryClient.invalidateQueries(providersQuery)
    },
    onError: notifyError,
  })
  return (
    <Button
      color="red"
      variant={isSure ? 'filled' : 'outline'}
      loading={removal.isPending}
      aria-label={
        isSure ? t`Confirm: remove ${{ name: provider.name }}` : t`Remove ${{ name: provider.name }}`
      }
      onClick={() => (isSure ? removal.mutate() : setIsSure(true))}
    >
      {isSure ? t({ message: 'Confirm', context: 'removing' }) : t`Remove`}
    </Button>
  )
}

type Result = Schemas['MessageProviderTestResult']

/** Sends a test message and shows the result. */
function TestForm({ provider }: { provider: Schemas['MessageProvider'] }) {
  const { email } = useMe().member
  const [result, setResult] = useState<Result>()
  const { field, ...form } = useApiForm({
    initialValues: { to: provider.channels.includes('sms') ? '' : email },
    validate: { to: needed(t`Enter a number or address`) },
    submit: async (body) => {
      setResult(undefined)
      const params = { path: { id: provider.id } }
      return (await api.post('/account/message-providers/{id}/test', { params, body })).data
    },
    onSuccess: setResult,
  })
  return (
    <Form
      of={form}
      intro={<Text c="dimmed">{t`Sends a short text through ${{ provider: provider.name }} now.`}</Text>}
    >
      <TextInput
        label={t({ message: 'To', context: 'recipient of a message' })}
        description={t`Your number or e-mail address`}
        data-autofocus
        {...field('to')}
      />
      <Button type="submit" loading={form.isSending}>{t`Send test`}</Button>
      {result && (
        <Alert role="status" variant="outline" color={result.outcome === 'sent' ? 'teal' : 'red'}>
          {result.message}
          {result.provider_code && ` (${result.provider_code})`}
        </Alert>
      )}
    </Form>
  )
}
