import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { EmailField, NewPasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'

/** Creates an organisation with its owner, and signs in if the address needs no verification. */
export function Page() {
  const refreshMe = useRefreshMe()
  const [, navigate] = useLocation()
  const [mailedTo, setMailedTo] = useState<string>()
  const { field, ...form } = useApiForm({
    initialValues: { organization_name: '', name: '', email: '', password: '' },
    validate: {
      organization_name: needed(t`Enter the name of your venue or company`),
      name: needed(t`Enter your name`),
      email: needed(t`Enter your e-mail address`),
      password: newPassword,
    },
    submit: async (values) => {
      const body = { ...values, ...placeOfBrowser(navigator.language) }
      const { data: account } = await api.post('/account/sign-up', { body })
      const { email, password } = values
      if (account.email_verified) await api.post('/account/sign-in', { body: { email, password } })
      return account
    },
    async onSuccess({ email_verified, member }) {
      if (!email_verified) return setMailedTo(member.email)
      await refreshMe()
      navigate('/')
    },
  })
  if (mailedTo !== undefined) return <CheckMail email={mailedTo} />
  return (
    <Form of={form} intro={<Title order={1}>{t`Create an account`}</Title>}>
      <TextInput
        label={t`Venue or company`}
        autoComplete="organization"
        size="md"
        {...field('organization_name')}
      />
      <TextInput label={t`Your name`} autoComplete="name" size="md" {...field('name')} />
      <EmailField size="md" {...field('email')} />
      <NewPasswordField size="md" {...field('password')} />
      <Button type="submit" size="md" loading={form.isSending}>{t`Create the account`}</Button>
      <Text size="sm">
        <Trans>
          Have an account? <Anchor href="/sign-in">Sign in</Anchor>
        </Trans>
      </Text>
    </Form>
  )
}

function CheckMail({ email }: { email: string }) {
  return (
    <Stack role="status">
      <Title order={1}>{t`Check your e-mail`}</Title>
      <Text>{t`We sent a link to ${email}. Open it within 24 hours, then sign in.`}</Text>
      <Text c="dimmed" size="sm">{t`No e-mail? Check your spam folder, or create the account again.`}</Text>
      <Anchor href="/sign-in">{t`Go to sign-in`}</Anchor>
    </Stack>
  )
}

/** The browser's country and time zone, if known: a guess for a new organisation. */
function placeOfBrowser(language: string): { country?: string; timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { region } = new Intl.Locale(language)
  return {
    ...(region && /^[A-Z]{2}$/.test(region) && { country: region }),
    ...(timeZone && { timezone: timeZone }),
  }
}
