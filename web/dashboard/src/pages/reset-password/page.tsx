import { t } from '@lingui/core/macro'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { EmailField, NewPasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useStaleLink } from '../../forms/use-stale-link.ts'
import { Anchor } from '../../ui/anchor.tsx'

/** Requests an e-mail with a link to this page; with that link, sets a new password. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null ? <AskStep /> : <SetStep token={token} />
}

function AskStep() {
  const [sentTo, setSentTo] = useState<string>()
  const { field, ...form } = useApiForm({
    initialValues: { email: '' },
    validate: { email: needed(t`Enter your e-mail address`) },
    submit: (body) => api.post('/account/password-reset', { body }),
    onSuccess: (_, { email }) => setSentTo(email),
  })
  if (sentTo !== undefined) {
    return (
      <Stack role="status">
        <Title order={1}>{t`Check your e-mail`}</Title>
        <Text>{t`If there is an account for ${sentTo}, we sent it a link. The link works for an hour.`}</Text>
        <Anchor href="/sign-in">{t`Back to sign-in`}</Anchor>
      </Stack>
    )
  }
  return (
    <Form
      of={form}
      intro={
        <>
          <Title order={1}>{t`Forgot your password?`}</Title>
          <Text c="dimmed">{t`We will send you a link to set a new one.`}</Text>
        </>
      }
    >
      <EmailField size="md" {...field('email')} />
      <Button type="submit" size="md" loading={form.isSending}>{t`Send link`}</Button>
      <Anchor href="/sign-in">{t`Back to sign-in`}</Anchor>
    </Form>
  )
}

function SetStep({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const { isStale, onError } = useStaleLink(token)
  const { field, ...form } = useApiForm({
    initialValues: { password: '' },
    validate: { password: newPassword },
    submit: ({ password }) => api.post('/account/password-reset/confirm', { body: { token, password } }),
    onSuccess: () => setDone(true),
    onError,
  })
  if (isStale) {
    return (
      <Stack role="alert">
        <Title order={1}>{t`This link is no longer valid`}</Title>
        <Text>{t`It was already used or has expired.`}</Text>
        <Anchor href="/reset-password">{t`Request a new one`}</Anchor>
      </Stack>
    )
  }
  if (isDone) {
    return (
      <Stack role="status">
        <Title order={1}>{t`Your new password is set`}</Title>
        <Text>{t`You were signed out everywhere else.`}</Text>
        <Anchor href="/sign-in">{t`Sign in`}</Anchor>
      </Stack>
    )
  }
  return (
    <Form of={form} intro={<Title order={1}>{t`Set a new password`}</Title>} verb={t`Set password`} size="md">
      <NewPasswordField label={t`New password`} size="md" {...field('password')} />
    </Form>
  )
}
