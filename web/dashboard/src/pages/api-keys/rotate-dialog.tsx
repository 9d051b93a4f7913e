import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { apiKeysQuery } from './queries.ts'

interface Props {
  readonly apiKey: Schemas['ApiKey']
  readonly onClose: () => void
  readonly onSecret: (key: string) => void
}

export function RotateDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Rotate ${{ name: props.apiKey.name }}`}>
      <RotateForm {...props} />
    </Modal>
  )
}

function RotateForm({ apiKey, onClose, onSecret }: Props) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
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
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text c="dimmed">
          <Trans>You get a new key with the same scopes.</Trans>
        </Text>
        <FormProblem text={problem} />
        <NumberInput
          key={fields.key('overlap_hours')}
          label={t`Hours the old key keeps working`}
          description={t`0: it ends at once; at most 168`}
          min={0}
          max={168}
          data-autofocus
          {...fields.getInputProps('overlap_hours')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Rotate the key</Trans>
        </Button>
      </Stack>
    </form>
  )
}
