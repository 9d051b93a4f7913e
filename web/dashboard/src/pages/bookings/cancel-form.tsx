import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { CancelFields } from './cancel-fields.tsx'
import type { Booking } from './queries.ts'

export function CancelForm({ booking: { id }, onDone }: { booking: Booking; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) =>
      api.post('/api/bookings/{id}/cancel', {
        params: { path: { id } },
        body: reason.trim() ? { reason } : {},
      }),
    async onSuccess() {
      onDone()
      notifyDone(t`Booking cancelled`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text>
          <Trans>The customer is notified and the time is free at once.</Trans>
        </Text>
        <FormProblem text={problem} />
        <CancelFields
          {...{ fields, isSending }}
          onKeep={onDone}
          keep={<Trans>Keep it</Trans>}
          cancel={<Trans>Cancel it now</Trans>}
        />
      </Stack>
    </form>
  )
}
