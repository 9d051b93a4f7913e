import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isTestMode } from '../../api/mode.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { QueuePicker } from '../../forms/queue-picker.tsx'
import { needed, someNeeded } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { ScopePicker } from '../../scopes/scope-picker.tsx'
import type { ApiScope } from '../../scopes/words.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { instantOfField } from '../../ui/zone-time.ts'
import { apiKeysQuery } from './queries.ts'

interface Props {
  readonly onClose: () => void
  readonly onSecret: (key: string) => void
}

export function CreateDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Create an API key`} size="lg">
      <CreateForm {...props} />
    </Modal>
  )
}

function CreateForm({ onClose, onSecret }: Props) {
  const queryClient = useQueryClient()
  const [isForTests, setForTests] = useState(isTestMode)
  // The queues to choose from are those of the data that is shown.
  const hasQueues = isForTests === isTestMode
  const { fields, problem, isSending, onSubmit } = useApiForm({
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
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          placeholder={t`Front desk till`}
          data-autofocus
          {...fields.getInputProps('name')}
        />
        <ScopePicker key={fields.key('scopes')} {...fields.getInputProps('scopes')} />
        <Switch
          label={t`For test data`}
          description={t`The key begins with usk_test_. It sees test data alone, and its messages reach nobody.`}
          checked={isForTests}
          onChange={(event) => setForTests(event.currentTarget.checked)}
        />
        {hasQueues && <QueuePicker key={fields.key('queue_ids')} {...fields.getInputProps('queue_ids')} />}
        <DateTimeField
          key={fields.key('expires_at')}
          label={t`Expires`}
          description={t`Leave empty for never`}
          {...fields.getInputProps('expires_at')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Create the key</Trans>
        </Button>
      </Stack>
    </form>
  )
}
