import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'

export function PasswordCard() {
  const { member } = useMe()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { current_password: '', new_password: '' },
    validate: { current_password: needed(t`Enter your current password`), new_password: newPassword },
    submit: (body) => api.post('/account/password', { body }),
    onSuccess() {
      fields.reset()
      notifyDone(t`Password changed. You were signed out everywhere else.`)
    },
  })
  return (
    <Card title={t`Password`} description={t`Changing it signs you out on other devices.`}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormProblem text={problem} />
          <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
          <PasswordInput
            key={fields.key('current_password')}
            label={t`Current password`}
            autoComplete="current-password"
            {...fields.getInputProps('current_password')}
          />
          <PasswordInput
            key={fields.key('new_password')}
            label={t`New password`}
            description={t`12 characters or more`}
            autoComplete="new-password"
            {...fields.getInputProps('new_password')}
          />
          <Group>
            <Button type="submit" loading={isSending}>
              <Trans>Change password</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
