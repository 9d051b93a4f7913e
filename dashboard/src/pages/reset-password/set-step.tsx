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
        <Title order={1}>This link is no longer valid</Title>
        <Text>It was already used or has expired.</Text>
        <Anchor href="/reset-password">Request a new one</Anchor>
      </Stack>
    )
  }
  if (isDone) {
    return (
      <Stack role="status">
        <Title order={1}>Your new password is set</Title>
        <Text>You were signed out everywhere else.</Text>
        <Anchor href="/sign-in">Sign in</Anchor>
      </Stack>
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={1}>Set a new password</Title>
        <FormProblem text={problem} />
        <PasswordInput
          key={fields.key('password')}
          label="New password"
          description="12 characters or more"
          autoComplete="new-password"
          size="md"
          {...fields.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={isSending}>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
