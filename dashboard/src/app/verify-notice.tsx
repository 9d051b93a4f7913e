import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useApiForm } from '../forms/use-api-form.ts'

/** Asks members to follow the link in their mail: until then nothing is sent to others by e-mail. */
export function VerifyNotice() {
  const { email_verified, member } = useMe()
  const [isSent, setSent] = useState(false)
  const { problem, isSending, onSubmit } = useApiForm({
    initialValues: {},
    submit: () => api.post('/account/verify-email/request'),
    onSuccess: () => setSent(true),
  })
  if (email_verified) return null
  return (
    <Alert color="yellow" title="Verify your address" mb="md">
      <form onSubmit={onSubmit} noValidate>
        <FormProblem text={problem} />
        <Group justify="space-between">
          <Text size="sm">
            Follow the link in the mail to {member.email}. Until then you can invite nobody, and no e-mail is
            sent for you.
          </Text>
          {isSent ? (
            <Text size="sm" role="status">
              The mail is on its way.
            </Text>
          ) : (
            <Button type="submit" variant="default" size="xs" loading={isSending}>
              Send it again
            </Button>
          )}
        </Group>
      </form>
    </Alert>
  )
}
