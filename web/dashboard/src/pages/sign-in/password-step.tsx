import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { UsherError } from '@usher/sdk/client'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export function PasswordStep({ onSecondFactor }: { onSecondFactor: (credentials: Credentials) => void }) {
  const refreshMe = useRefreshMe()
  const { fields, problem, isSending, onSubmit } = useApiForm({
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
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={1}>
          <Trans>Sign in</Trans>
        </Title>
        <FormProblem text={problem} />
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
        <Button type="submit" size="md" loading={isSending}>
          <Trans>Sign in</Trans>
        </Button>
        <Group justify="space-between">
          <Anchor href="/reset-password">
            <Trans>Forgot your password?</Trans>
          </Anchor>
          <Text size="sm">
            <Trans>
              New here? <Anchor href="/sign-up">Create an account</Anchor>
            </Trans>
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
