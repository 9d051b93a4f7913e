import { plural, t } from '@lingui/core/macro'
import { Badge, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe, useRefreshMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed, newPassword } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { ownGrants } from '../../oauth-grants/queries.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The member's password, second factor and sessions. */
export function Page() {
  return (
    <Stack maw={720} gap="lg">
      <PageHeader title={t`Password and security`} />
      <SecondFactorCard />
      <PasswordCard />
      <SessionsCard />
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
  const { fields, ...form } = useApiForm({
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
        <PasswordInput
          key={fields.key('current_password')}
          label={t`Current password`}
          autoComplete="current-password"
          {...fields.getInputProps('current_password')}
        />
        <PasswordInput
          key={fields.key('new_password')}
          label={t`New password`}
          description={t`12 characters or more`}
          autoComplete="new-password"
          {...fields.getInputProps('new_password')}
        />
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
          <Badge bg="var(--usher-accent-soft)" c="var(--usher-accent-text)">
            {t({ message: 'On', context: 'second factor' })}
          </Badge>
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
      <EnrolDialog isOpen={dialog === 'enrol'} onClose={close} />
      <RemoveDialog isOpen={dialog === 'remove'} onClose={close} />
    </Card>
  )
}

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function RemoveDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Turn off the second factor`}>
      <RemoveForm onDone={onClose} />
    </Modal>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const refreshMe = useRefreshMe()
  const { fields, ...form } = useApiForm({
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
      <PasswordInput
        key={fields.key('password')}
        label={t`Your password`}
        autoComplete="current-password"
        data-autofocus
        {...fields.getInputProps('password')}
      />
      <TextInput
        key={fields.key('totp')}
        label={t({ message: 'Code', context: 'second factor' })}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fields.getInputProps('totp')}
      />
    </Form>
  )
}
