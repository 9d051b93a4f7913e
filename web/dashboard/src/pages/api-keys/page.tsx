import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { isTestMode } from '../../api/mode.ts'
import { useCan } from '../../api/session.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { Form } from '../../forms/form.tsx'
import { QueuePicker } from '../../forms/queue-picker.tsx'
import { needed, someNeeded } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect, versionText } from '../../forms/version-select.tsx'
import { ScopePicker } from '../../scopes/scope-picker.tsx'
import type { ApiScope } from '../../scopes/words.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton, DialogButton } from '../../ui/dialog-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { UsageView } from '../../ui/usage-view.tsx'
import { instantOfField } from '../../ui/zone-time.ts'
import { apiKeysQuery, keyUsageQuery } from './queries.ts'

/** The API keys of the organisation, with what they are used for. */
export function Page() {
  const { data: all } = useSuspenseQuery(apiKeysQuery)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <ListPage
        title={t`API keys`}
        description={t`Your systems use them to call the API. They belong to the organisation, not to a person.`}
        add={{
          verb: t`Create a key`,
          icon: Plus,
          title: t`Create an API key`,
          size: 'lg',
          form: (close) => <CreateForm onClose={close} onSecret={setSecret} />,
        }}
        empty={{
          icon: KeyRound,
          title: t`No keys yet`,
          text: t`A key lets one of your systems call the API with the scopes you choose.`,
        }}
      >
        {all.map((key) => (
          <KeyCard key={key.id} apiKey={key} onSecret={setSecret} />
        ))}
      </ListPage>
      <SecretDialog
        title={t`Your API key`}
        label={t`API key`}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}

interface Props {
  readonly onClose: () => void
  readonly onSecret: (key: string) => void
}

export function CreateForm({ onClose, onSecret }: Props) {
  const queryClient = useQueryClient()
  const [isForTests, setForTests] = useState(isTestMode)
  // The queues to choose from are those of the data that is shown.
  const hasQueues = isForTests === isTestMode
  const { field, ...form } = useApiForm({
    initialValues: { name: '', scopes: [] as ApiScope[], queue_ids: [] as string[], expires_at: '' },
    validate: { name: needed(t`Enter a name`), scopes: someNeeded(t`Choose at least one scope`) },
    submit: async ({ name, scopes, queue_ids, expires_at }) => {
      const limits = {
        livemode: !isForTests,
        queue_ids: hasQueues && queue_ids.length > 0 ? queue_ids : null,
        expires_at: instantOfField(expires_at) ?? null,
      }
      return (await api.post('/account/api-keys', { body: { name, scopes, ...limits } })).data
    },
    async onSuccess({ api_key }) {
      onClose()
      onSecret(api_key)
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <Form of={form} verb={t`Create the key`}>
      <TextInput label={t`Name`} placeholder={t`Front desk till`} data-autofocus {...field('name')} />
      <ScopePicker {...field('scopes')} />
      <Switch
        label={t`For test data`}
        description={t`The key begins with usk_test_. It sees test data alone, and its messages reach nobody.`}
        checked={isForTests}
        onChange={(event) => setForTests(event.currentTarget.checked)}
      />
      {hasQueues && <QueuePicker {...field('queue_ids')} />}
      <DateTimeField label={t`Expires`} description={t`Leave empty for never`} {...field('expires_at')} />
    </Form>
  )
}

interface KeyCardProps {
  readonly apiKey: Schemas['ApiKey']
  readonly onSecret: (key: string) => void
}

/** One API key. */
export function KeyCard({ apiKey, onSecret }: KeyCardProps) {
  const { id, name, livemode, scopes, queue_ids, last4, created_at, last_used_at, expires_at, replaced_by } =
    apiKey
  const queryClient = useQueryClient()
  const canSeeUsage = useCan('usage:read')
  return (
    <Card
      title={name}
      description={t`Ends in ${last4}`}
      action={
        <Group gap="xs">
          {!livemode && <StatusBadge tone="plain">{t`Test data`}</StatusBadge>}
          {replaced_by && <StatusBadge tone="warn">{t`Rotated`}</StatusBadge>}
        </Group>
      }
    >
      <Facts
        of={[
          [
            t`Queues`,
            queue_ids === null ? t({ message: 'All', context: 'all queues' }) : String(queue_ids.length),
          ],
          [t`Last used`, timeText(last_used_at)],
          [t`Created`, timeText(created_at)],
          [t`Expires`, timeText(expires_at)],
          [t`API version`, versionText(apiKey.api_version)],
          [t`Scopes`, scopes.join(', ')],
        ]}
      />
      <Group gap="sm">
        {!replaced_by && (
          <DialogButton verb={t`Rotate`} label={t`Rotate ${name}`}>
            {(close) => <RotateForm apiKey={apiKey} onClose={close} onSecret={onSecret} />}
          </DialogButton>
        )}
        <DialogButton verb={t`Change the version`} label={t`Change the version of ${name}`}>
          {(close) => <VersionForm apiKey={apiKey} onClose={close} />}
        </DialogButton>
        <ConfirmButton
          verb={t`Revoke`}
          label={t`Revoke ${name}`}
          run={() => api.delete('/account/api-keys/{id}', { params: { path: { id } } })}
          onDone={() => queryClient.invalidateQueries(apiKeysQuery)}
        >
          <Trans>Requests with this key are refused at once. This cannot be undone.</Trans>
        </ConfirmButton>
        {canSeeUsage && (
          <DialogButton
            verb={t`Usage`}
            label={t`Usage of ${name}`}
            title={t`Usage of ${name}, last 7 days`}
            size="lg"
          >
            {() => (
              <Part>
                <KeyUsage id={id} />
              </Part>
            )}
          </DialogButton>
        )}
      </Group>
    </Card>
  )
}

function KeyUsage({ id }: { id: string }) {
  const { data: usage } = useSuspenseQuery(keyUsageQuery(id))
  return <UsageView usage={usage} nameOf={(row) => row.operation ?? ''} />
}

interface VersionFormProps {
  readonly apiKey: Schemas['ApiKey']
  readonly onClose: () => void
}

function VersionForm({ apiKey, onClose }: VersionFormProps) {
  const queryClient = useQueryClient()
  const { field, ...form } = useApiForm({
    initialValues: { api_version: apiKey.api_version as ApiVersion },
    submit: (body) => api.patch('/account/api-keys/{id}', { params: { path: { id: apiKey.id } }, body }),
    async onSuccess() {
      onClose()
      notifyDone(t`Version changed.`)
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <Form of={form} verb={t`Save`}>
      <VersionSelect
        description={t`For requests with this key that name no version`}
        data-autofocus
        {...field('api_version')}
      />
    </Form>
  )
}

function RotateForm({ apiKey, onClose, onSecret }: VersionFormProps & Props) {
  const queryClient = useQueryClient()
  const { field, ...form } = useApiForm({
    initialValues: { overlap_hours: 24 },
    submit: async (body) => {
      const params = { path: { id: apiKey.id } }
      return (await api.post('/account/api-keys/{id}/rotate', { params, body })).data
    },
    async onSuccess({ api_key }) {
      onClose()
      onSecret(api_key)
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <Form
      of={form}
      intro={<Text c="dimmed">{t`You get a new key with the same scopes.`}</Text>}
      verb={t`Rotate the key`}
    >
      <NumberInput
        label={t`Hours the old key keeps working`}
        description={t`0: it ends at once; at most 168`}
        min={0}
        max={168}
        data-autofocus
        {...field('overlap_hours')}
      />
    </Form>
  )
}
