import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect } from '../../forms/version-select.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { apiKeysQuery } from './queries.ts'

interface Props {
  readonly apiKey: Schemas['ApiKey']
  readonly onClose: () => void
}

export function VersionDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const { name } = props.apiKey
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Change the version of ${name}`}>
      <VersionForm {...props} />
    </Modal>
  )
}

function VersionForm({ apiKey, onClose }: Props) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { api_version: apiKey.api_version as ApiVersion },
    submit: (body) => api.patch('/account/api-keys/{id}', { params: { path: { id: apiKey.id } }, body }),
    async onSuccess() {
      onClose()
      notifyDone(t`Version changed.`)
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <VersionSelect
          key={fields.key('api_version')}
          description={t`For requests with this key that name no version`}
          data-autofocus
          {...fields.getInputProps('api_version')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  )
}
