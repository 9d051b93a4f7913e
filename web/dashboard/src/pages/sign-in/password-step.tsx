import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Text, TextInput, Title } from '@mantine/core'
import { UsherError } from '@usher/sdk/client'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export function PasswordStep({ onSecondFactor }: { onSecondFactor: (credentials: Credentials) => void }) {
  const refreshMe = useRefreshMe()
  const { fields, ...form } = useApiForm({
    initialValues: { email: '', password: '' },
    validate: { email: needed(t`Enter your e-mail address`), password: needed(t`Enter your password`) },
    submit: (body) => api.post('/account/sign-in', { body }),
    onSuccess: refreshMe,
    onError(error) {
      const isHalfDone = error instanceof UsherError && error.code === 'second_factor_required'
      if (isHalfDone) onSecondFactor(fields.getValues())
      return isHalfDone
    },
  })
  return (
    <Form of={form} intro={<Title order={1}>{t`Sign in`}</Title>}>
      <TextInput
        key={fields.key('email')}
        label={t`E-mail address`}
        type="email"
        autoComplete="username"
        autoFocus
        size="md"
        {...fields.getInputProps('email')}
      />
      <PasswordInput
        key={fields.key('password')}
        label={t`Password`}
        autoComplete="current-password"
        size="md"
        {...fields.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={form.isSending}>{t`Sign in`}</Button>
      <Group justify="space-between">
        <Anchor href="/reset-password">{t`Forgot your password?`}</Anchor>
        <Text size="sm">
          <Trans>
            New here? <Anchor href="/sign-up">Create an account</Anchor>
          </Trans>
        </Text>
      </Group>
    </Form>
  )
}
