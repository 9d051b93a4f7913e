import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Turn off the second factor`}>
      <RemoveForm onDone={onClose} />
    </Modal>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const refreshMe = useRefreshMe()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { password: '', totp: '' },
    validate: { password: needed(t`Enter your password`), totp: needed(t`Enter a code from the app`) },
    submit: (body) => api.delete('/account/second-factor', { body }),
    async onSuccess() {
      await refreshMe()
      onDone()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text c="dimmed">
          <Trans>Your password alone will sign you in.</Trans>
        </Text>
        <FormProblem text={problem} />
        <PasswordInput
          key={fields.key('password')}
          label={t`Your password`}
          autoComplete="current-password"
          data-autofocus
          {...fields.getInputProps('password')}
        />
        <TextInput
          key={fields.key('totp')}
          label={t({ message: 'Code', context: 'second factor' })}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fields.getInputProps('totp')}
        />
        <Button type="submit" color="red" loading={isSending}>
          <Trans>Turn it off</Trans>
        </Button>
      </Stack>
    </form>
  )
}
