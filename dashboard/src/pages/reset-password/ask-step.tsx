import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

export function AskStep() {
  const [sentTo, setSentTo] = useState<string>()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { email: '' },
    validate: { email: needed('Enter your e-mail address') },
    submit: (body) => api.post('/account/password-reset', { body }),
    onSuccess: (_, { email }) => setSentTo(email),
  })
  if (sentTo !== undefined) {
    return (
      <Stack role="status">
        <Title order={1}>Check your e-mail</Title>
        <Text>If there is an account for {sentTo}, we sent it a link. The link works for an hour.</Text>
        <Anchor href="/sign-in">Back to sign-in</Anchor>
      </Stack>
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={1}>Forgot your password?</Title>
        <Text c="dimmed">We will send you a link to set a new one.</Text>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('email')}
          label="E-mail address"
          type="email"
          autoComplete="username"
          size="md"
          {...fields.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={isSending}>
          Send link
        </Button>
        <Anchor href="/sign-in">Back to sign-in</Anchor>
      </Stack>
    </form>
  )
}
