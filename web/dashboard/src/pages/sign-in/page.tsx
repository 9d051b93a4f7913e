import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { api } from '../../api/client.ts'
import { meQuery, useRefreshMe } from '../../api/session.ts'
import { EmailField, PasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { LoadingState } from '../../ui/states.tsx'

/** Signs in by password and, if set up, second factor; then goes to the requested page. */
export function Page() {
  const me = useQuery(meQuery)
  const [credentials, setCredentials] = useState<Credentials>()
  if (me.data) return <Onward to={wantedPath()} />
  if (!credentials) return <PasswordStep onSecondFactor={setCredentials} />
  return <SecondFactorStep credentials={credentials} onBack={() => setCredentials(undefined)} />
}

/** The one API path that people open themselves: it leads to Google. */
const CONNECT_CALENDAR = '/api/google-calendar/auth'

function Onward({ to }: { to: string }) {
  const isElsewhere = to.startsWith(`${CONNECT_CALENDAR}?`)
  useEffect(() => {
    if (isElsewhere) window.location.replace(to)
  }, [isElsewhere, to])
  return isElsewhere ? <LoadingState lines={2} /> : <Redirect to={to} replace />
}

/** Only paths of the dashboard: this page must not be an open redirect. */
function wantedPath(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/'
  const { origin, pathname, search } = new URL(next, window.location.origin)
  return origin === window.location.origin && next.startsWith('/') ? pathname + search : '/'
}

interface Props {
  readonly credentials: Credentials
  readonly onBack: () => void
}

/** Asks for the code of the authenticator app, or a recovery code. */
function SecondFactorStep({ credentials, onBack }: Props) {
  const [way, setWay] = useState<'totp' | 'recovery_code'>('totp')
  const refreshMe = useRefreshMe()
  const isApp = way === 'totp'
  const { field, fields, ...form } = useApiForm({
    initialValues: { totp: '', recovery_code: '' },
    validate: { [way]: needed(t`Enter the code`) },
    submit: (values) =>
      api.post('/account/sign-in', { body: { ...credentials, [way]: values[way].replaceAll(' ', '') } }),
    onSuccess: refreshMe,
    onError(error) {
      // The password was just accepted, so the code is wrong.
      const isWrong = error instanceof UsherError && error.code === 'invalid_sign_in'
      if (isWrong) fields.setFieldError(way, t`The code is wrong or was already used`)
      return isWrong
    },
  })
  return (
    <Form
      of={form}
      intro={
        <>
          <Title order={1}>{t`Second factor`}</Title>
          <Text c="dimmed">
            {isApp
              ? t`Enter the 6 digits that your authenticator app shows.`
              : t`Enter one of your recovery codes. Each works once.`}
          </Text>
        </>
      }
    >
      <TextInput
        label={isApp ? t({ message: 'Code', context: 'second factor' }) : t`Recovery code`}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        size="md"
        data-autofocus
        autoFocus
        {...field(way)}
      />
      <Button type="submit" size="md" loading={form.isSending}>{t`Sign in`}</Button>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {t({ message: 'Back', context: 'to the previous step' })}
        </Button>
        <Button variant="subtle" size="compact-md" onClick={() => setWay(isApp ? 'recovery_code' : 'totp')}>
          {isApp ? t`Use a recovery code` : t`Use the authenticator app`}
        </Button>
      </Group>
    </Form>
  )
}

interface Credentials {
  readonly email: string
  readonly password: string
}

function PasswordStep({ onSecondFactor }: { onSecondFactor: (credentials: Credentials) => void }) {
  const refreshMe = useRefreshMe()
  const { field, values, ...form } = useApiForm({
    initialValues: { email: '', password: '' },
    validate: { email: needed(t`Enter your e-mail address`), password: needed(t`Enter your password`) },
    submit: (body) => api.post('/account/sign-in', { body }),
    onSuccess: refreshMe,
    onError(error) {
      const isHalfDone = error instanceof UsherError && error.code === 'second_factor_required'
      if (isHalfDone) onSecondFactor(values)
      return isHalfDone
    },
  })
  return (
    <Form of={form} intro={<Title order={1}>{t`Sign in`}</Title>}>
      <EmailField autoFocus size="md" {...field('email')} />
      <PasswordField size="md" {...field('password')} />
      <Button type="submit" size="md" loading={form.isSending}>{t`Sign in`}</Button>
      <Group justify="space-between">
        <Anchor href="/reset-password">{t`Forgot your password?`}</Anchor>
        <Text size="sm">
          <Trans>
            New here? <Anchor href="/sign-up">Create an account</Anchor>
          </Trans>
        </Text>
      </Group>
    </Form>
  )
}
