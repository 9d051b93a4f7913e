import { t } from '@lingui/core/macro'
import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { NewPasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useStaleLink } from '../../forms/use-stale-link.ts'
import { Anchor } from '../../ui/anchor.tsx'

/** Accepts an invitation and signs the new member in. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  const { isStale, onError } = useStaleLink(token)
  if (token === null || isStale) {
    return (
      <Stack role="alert">
        <Title order={1}>{t`This invitation is no longer valid`}</Title>
        <Text>{t`It was used or withdrawn, or it has expired. Ask for a new one.`}</Text>
        <Anchor href="/sign-in">{t`Sign in`}</Anchor>
      </Stack>
    )
  }
  return <InvitationForm token={token} onError={onError} />
}

function InvitationForm({ token, onError }: { token: string; onError: (error: unknown) => boolean }) {
  const refreshMe = useRefreshMe()
  const [, navigate] = useLocation()
  const { field, ...form } = useApiForm({
    initialValues: { name: '', password: '' },
    validate: { name: needed(t`Enter your name`), password: newPassword },
    submit: async ({ name, password }) => {
      const { data } = await api.post('/account/accept-invitation', { body: { token, name, password } })
      return await api.post('/account/sign-in', { body: { email: data.member.email, password } })
    },
    async onSuccess() {
      await refreshMe()
      navigate('/')
    },
    onError,
  })
  return (
    <Form
      of={form}
      intro={
        <>
          <Title order={1}>{t`Join your team`}</Title>
          <Text c="dimmed">{t`You have been invited to Usher. Enter your name and choose a password.`}</Text>
        </>
      }
      verb={t`Join`}
      size="md"
    >
      <TextInput label={t`Your name`} autoComplete="name" size="md" {...field('name')} />
      <NewPasswordField size="md" {...field('password')} />
    </Form>
  )
}
