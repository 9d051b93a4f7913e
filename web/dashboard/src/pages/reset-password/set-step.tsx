import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useStaleLink } from '../../forms/use-stale-link.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

export function SetStep({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const { isStale, onError } = useStaleLink(token)
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { password: '' },
    validate: { password: newPassword },
    submit: ({ password }) => api.post('/account/password-reset/confirm', { body: { token, password } }),
    onSuccess: () => setDone(true),
    onError,
  })
  if (isStale) {
    return (
      <Stack role="alert">
        <Title order={1}>
          <Trans>This link is no longer valid</Trans>
        </Title>
        <Text>
          <Trans>It was already used or has expired.</Trans>
        </Text>
        <Anchor href="/reset-password">
          <Trans>Request a new one</Trans>
        </Anchor>
      </Stack>
    )
  }
  if (isDone) {
    return (
      <Stack role="status">
        <Title order={1}>
          <Trans>Your new password is set</Trans>
        </Title>
        <Text>
          <Trans>You were signed out everywhere else.</Trans>
        </Text>
        <Anchor href="/sign-in">
          <Trans>Sign in</Trans>
        </Anchor>
      </Stack>
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={1}>
          <Trans>Set a new password</Trans>
        </Title>
        <FormProblem text={problem} />
        <PasswordInput
          key={fields.key('password')}
          label={t`New password`}
          description={t`12 characters or more`}
          autoComplete="new-password"
          size="md"
          {...fields.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={isSending}>
          <Trans>Set password</Trans>
        </Button>
      </Stack>
    </form>
  )
}
