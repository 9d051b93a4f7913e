import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useForgetSession } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

/** Closes the organisation after its name is typed. */
export function CloseCard({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={t`Close the organisation`}
      description={t`Permanently erases its queues, guests, bookings, messages, members and keys.`}
    >
      <div>
        <Button color="red" onClick={() => setOpen(true)}>
          <Trans context="the organisation">Close it</Trans>
        </Button>
      </div>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t`Close the organisation`}>
        <CloseForm name={name} />
      </Modal>
    </Card>
  )
}

function CloseForm({ name }: { name: string }) {
  const forgetSession = useForgetSession()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { confirm_name: '' },
    validate: {
      confirm_name: (typed) => (typed === name ? null : t`Type the name exactly as shown`),
    },
    submit: ({ confirm_name }) =>
      api.post('/account/privacy-requests', {
        body: { kind: 'erasure', subject: { organization: true }, confirm_name },
      }),
    // The session ends with the organisation. Reloading the member is not enough: for up to a second the gateway
    // may still accept the session, and the page would stay open.
    onSuccess: forgetSession,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text>
          {t`Everything in ${name} is erased and everybody is signed out. This cannot be undone. Export the data first, under Privacy.`}
        </Text>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('confirm_name')}
          label={t`Type ${name} to confirm`}
          autoComplete="off"
          data-autofocus
          {...fields.getInputProps('confirm_name')}
        />
        <Button type="submit" color="red" loading={isSending}>
          <Trans>Erase everything</Trans>
        </Button>
      </Stack>
    </form>
  )
}
