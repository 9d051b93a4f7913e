import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getParser } from 'bowser'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe, useRefreshMe } from '../../api/session.ts'
import { NewPasswordField, PasswordField } from '../../forms/account-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { ownGrants } from '../../oauth-grants/queries.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'

/** The member's password, second factor and sessions. */
export function Page() {
  return (
    <Stack maw={720} gap="lg">
      <PageHeader title={t`Password and security`} />
      <SecondFactorCard />
      <PasswordCard />
      <Card
        title={t`Sessions`}
        description={t`Where you are signed in. End any session you do not recognise.`}
      >
        <Part>
          <Sessions />
        </Part>
      </Card>
      <GrantsCard
        title={t`Connected applications`}
        description={t`Applications that act for you. Disconnect any you do not recognise or need.`}
        grants={ownGrants}
      />
    </Stack>
  )
}

function PasswordCard() {
  const { member } = useMe()
  const { field, fields, ...form } = useApiForm({
    initialValues: { current_password: '', new_password: '' },
    validate: { current_password: needed(t`Enter your current password`), new_password: newPassword },
    submit: (body) => api.post('/account/password', { body }),
    onSuccess() {
      fields.reset()
      notifyDone(t`Password changed. You were signed out everywhere else.`)
    },
  })
  return (
    <Card title={t`Password`} description={t`Changing it signs you out on other devices.`}>
      <Form of={form}>
        <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
        <PasswordField label={t`Current password`} {...field('current_password')} />
        <NewPasswordField label={t`New password`} {...field('new_password')} />
        <Group>
          <Button type="submit" loading={form.isSending}>{t`Change password`}</Button>
        </Group>
      </Form>
    </Card>
  )
}

function SecondFactorCard() {
  const { second_factor, recovery_codes_left } = useMe()
  const [dialog, setDialog] = useState<'enrol' | 'remove'>()
  const close = () => setDialog(undefined)
  return (
    <Card
      title={t`Second factor`}
      description={
        second_factor
          ? plural(recovery_codes_left, {
              one: 'Signing in needs a code from your authenticator app. # recovery code is left.',
              other: 'Signing in needs a code from your authenticator app. # recovery codes are left.',
            })
          : t`A code from an authenticator app, in addition to your password. A stolen password is then not enough to sign in.`
      }
      action={
        second_factor && (
          <StatusBadge tone="good">{t({ message: 'On', context: 'second factor' })}</StatusBadge>
        )
      }
    >
      <div>
        {second_factor ? (
          <Button variant="default" onClick={() => setDialog('remove')}>{t`Turn it off`}</Button>
        ) : (
          <Button onClick={() => setDialog('enrol')}>{t`Set it up`}</Button>
        )}
      </div>
      <Modal opened={dialog === 'enrol'} onClose={close} title={t`Set up a second factor`} size="md">
        <Steps onClose={close} />
      </Modal>
      <Modal opened={dialog === 'remove'} onClose={close} title={t`Turn off the second factor`}>
        <RemoveForm onDone={close} />
      </Modal>
    </Card>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const refreshMe = useRefreshMe()
  const { field, ...form } = useApiForm({
    initialValues: { password: '', totp: '' },
    validate: { password: needed(t`Enter your password`), totp: needed(t`Enter a code from the app`) },
    submit: (body) => api.delete('/account/second-factor', { body }),
    async onSuccess() {
      await refreshMe()
      onDone()
    },
  })
  return (
    <Form
      of={form}
      intro={<Text c="dimmed">{t`Your password alone will sign you in.`}</Text>}
      verb={t`Turn it off`}
      color="red"
    >
      <PasswordField label={t`Your password`} data-autofocus {...field('password')} />
      <TextInput
        label={t({ message: 'Code', context: 'second factor' })}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('totp')}
      />
    </Form>
  )
}

/** Password, then the app, then the recovery codes: each step leads to the next. */
function Steps({ onClose }: { onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Schemas['SecondFactorEnrolment']>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (enrolment) return <ConfirmStep enrolment={enrolment} onDone={setCodes} />
  return <PasswordStep onDone={setEnrolment} />
}

function PasswordStep({ onDone }: { onDone: (enrolment: Schemas['SecondFactorEnrolment']) => void }) {
  const { field, ...form } = useApiForm({
    initialValues: { password: '' },
    validate: { password: needed(t`Enter your password`) },
    submit: async (body) => (await api.post('/account/second-factor', { body })).data,
    onSuccess: onDone,
  })
  return (
    <Form of={form} verb={t`Continue`}>
      <PasswordField label={t`Your password`} data-autofocus {...field('password')} />
    </Form>
  )
}

interface ConfirmProps {
  readonly enrolment: Schemas['SecondFactorEnrolment']
  readonly onDone: (codes: readonly string[]) => void
}

function ConfirmStep({ enrolment, onDone }: ConfirmProps) {
  const refreshMe = useRefreshMe()
  const { field, ...form } = useApiForm({
    initialValues: { totp: '' },
    validate: { totp: needed(t`Enter the 6 digits that the app shows`) },
    submit: async ({ totp }) =>
      (await api.post('/account/second-factor/confirm', { body: { totp: totp.replaceAll(' ', '') } })).data,
    async onSuccess({ recovery_codes }) {
      onDone(recovery_codes)
      await refreshMe()
    },
  })
  return (
    <Form
      of={form}
      intro={
        <>
          <Text>{t`Scan this with your authenticator app, then enter the code that it shows.`}</Text>
          <QrCode text={enrolment.otpauth_url} label={t`QR code for the authenticator app`} />
          <Text size="sm">
            <Trans>
              Or type the key: <Code>{enrolment.secret}</Code>
            </Trans>
          </Text>
        </>
      }
      verb={t`Turn it on`}
    >
      <TextInput
        label={t({ message: 'Code', context: 'second factor' })}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('totp')}
      />
    </Form>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Stack>
      <Text fw={600}>{t`The second factor is on. Keep these recovery codes in a safe place.`}</Text>
      <Text c="dimmed">{t`Each code signs you in once if you lose the app. They are not shown again.`}</Text>
      <SimpleGrid cols={2} spacing="xs" role="list" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <Code key={code} role="listitem" fz="md" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Button onClick={onClose}>{t`I have saved them`}</Button>
    </Stack>
  )
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await api.get('/account/sessions', { params: { query: { limit: 100 } } })).data.data,
})

function usedText({ address, last_used_at }: Schemas['Session']): string {
  const time = timeText(last_used_at)
  return address === null ? t`Unknown address · used ${time}` : t`${address} · used ${time}`
}

function Session({ session }: { session: Schemas['Session'] }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => api.delete('/account/sessions/{id}', { params: { path: { id: session.id } } }),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
    onError: notifyError,
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text lineClamp={1}>{browserText(session.user_agent)}</Text>
        <Text size="sm" c="dimmed">
          {usedText(session)}
        </Text>
      </div>
      {session.is_current ? (
        <StatusBadge tone="good">
          <Trans>This session</Trans>
        </StatusBadge>
      ) : (
        <Button variant="default" flex="none" loading={end.isPending} onClick={() => end.mutate()}>
          {t({ message: 'End', context: 'end a session' })}
        </Button>
      )}
    </Group>
  )
}

function Sessions() {
  const { data: all } = useSuspenseQuery(sessionsQuery)
  return (
    <Stack gap="sm">
      {all.map((session) => (
        <Session key={session.id} session={session} />
      ))}
    </Stack>
  )
}

/** A browser's usual name, such as "Chrome on Windows"; the user agent itself for anything else. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return t`Unknown browser`
  const parser = getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return browser && system ? t`${browser} on ${system}` : userAgent
}
