import { Button, Stack, Text, Title } from '@mantine/core'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { FormProblem } from '../../forms/form-problem.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useStaleLink } from '../../forms/use-stale-link.ts'
import { Anchor } from '../../ui/anchor.tsx'

/** Proves an address by the link of a mail; asks first, as programs that look at mails follow links, too. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  const { isStale, onError } = useStaleLink(token)
  if (token === null || isStale) {
    return (
      <Stack role="alert">
        <Title order={1}>This link is no longer good</Title>
        <Text>
          It was used, replaced by a newer one, or is older than a day. Sign in to have another sent.
        </Text>
        <Anchor href="/">To the dashboard</Anchor>
      </Stack>
    )
  }
  return <VerifyForm {...{ token, onError }} />
}

function VerifyForm({ token, onError }: { token: string; onError: (error: unknown) => boolean }) {
  const refreshMe = useRefreshMe()
  const [, navigate] = useLocation()
  const { problem, isSending, onSubmit } = useApiForm({
    initialValues: {},
    submit: () => api.post('/account/verify-email', { body: { token } }),
    async onSuccess() {
      await refreshMe()
      navigate('/')
    },
    onError,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={1}>Verify your address</Title>
        <Text c="dimmed">Confirm that you signed up on Usher with this e-mail address.</Text>
        <FormProblem text={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Verify
        </Button>
      </Stack>
    </form>
  )
}
