import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { PasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useStaleLink } from '../../forms/use-stale-link.ts'
import { Anchor } from '../../ui/anchor.tsx'

/** Verifies an address with an e-mailed link. It asks first, because mail scanners follow links too. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  const { isStale, onError } = useStaleLink(token)
  if (token === null || isStale) {
    return (
      <Stack role="alert">
        <Title order={1}>{t`This link is no longer valid`}</Title>
        <Text>
          <Trans>
            It was already used, is older than a day, or the address now has an account. Sign in, or create
            the account again.
          </Trans>
        </Text>
        <Anchor href="/">{t`Go to the dashboard`}</Anchor>
      </Stack>
    )
  }
  return <VerifyForm token={token} onError={onError} />
}

function VerifyForm({ token, onError }: { token: string; onError: (error: unknown) => boolean }) {
  const [isDone, setDone] = useState(false)
  const { field, ...form } = useApiForm({
    initialValues: { password: '' },
    validate: { password: needed(t`Enter the password you chose`) },
    submit: ({ password }) => api.post('/account/verify-email', { body: { token, password } }),
    onSuccess: () => setDone(true),
    onError,
  })
  if (isDone) {
    return (
      <Stack role="status">
        <Title order={1}>{t`Your address is verified`}</Title>
        <Anchor href="/">{t`Go to the dashboard`}</Anchor>
      </Stack>
    )
  }
  return (
    <Form
      of={form}
      intro={
        <>
          <Title order={1}>{t`Verify your address`}</Title>
          <Text c="dimmed">{t`Somebody else may have signed up with your address, so enter the password you chose.`}</Text>
        </>
      }
      verb={t`Verify`}
      size="md"
    >
      <PasswordField size="md" {...field('password')} />
    </Form>
  )
}
