import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Modal, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Password, then the app, then the recovery codes: each step leads to the next. */
export function EnrolDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Set up a second factor`} size="md">
      <Steps onClose={onClose} />
    </Modal>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Schemas['SecondFactorEnrolment']>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (enrolment) return <ConfirmStep enrolment={enrolment} onDone={setCodes} />
  return <PasswordStep onDone={setEnrolment} />
}

function PasswordStep({ onDone }: { onDone: (enrolment: Schemas['SecondFactorEnrolment']) => void }) {
  const { fields, ...form } = useApiForm({
    initialValues: { password: '' },
    validate: { password: needed(t`Enter your password`) },
    submit: async (body) => (await api.post('/account/second-factor', { body })).data,
    onSuccess: onDone,
  })
  return (
    <Form of={form} verb={t`Continue`}>
      <PasswordInput
        key={fields.key('password')}
        label={t`Your password`}
        autoComplete="current-password"
        data-autofocus
        {...fields.getInputProps('password')}
      />
    </Form>
  )
}

interface ConfirmProps {
  readonly enrolment: Schemas['SecondFactorEnrolment']
  readonly onDone: (codes: readonly string[]) => void
}

function ConfirmStep({ enrolment, onDone }: ConfirmProps) {
  const refreshMe = useRefreshMe()
  const { fields, ...form } = useApiForm({
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
        key={fields.key('totp')}
        label={t({ message: 'Code', context: 'second factor' })}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fields.getInputProps('totp')}
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
