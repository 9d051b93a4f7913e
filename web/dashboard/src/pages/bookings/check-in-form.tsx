import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import type { Booking } from './queries.ts'

interface Props {
  readonly booking: Booking
  readonly onDone: () => void
}

/** Adds a customer who has arrived to a queue. */
export function CheckInForm(props: Props) {
  return (
    <Part loading={<LoadingState lines={2} />}>
      <Form {...props} />
    </Part>
  )
}

function Form({ booking: { id }, onDone }: Props) {
  const { data: queues } = useSuspenseQuery(queuesQuery)
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { queue_id: queues[0]?.id ?? '' },
    submit: (body) => api.post('/api/bookings/{id}/check-in', { params: { path: { id } }, body }),
    async onSuccess() {
      onDone()
      notifyDone(t`Checked in`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem ?? (queues.length === 0 ? t`No queue to check in to.` : undefined)} />
        <NativeSelect
          key={fields.key('queue_id')}
          label={t`Queue`}
          data={queues.map(({ id: value, name: label }) => ({ value, label }))}
          {...fields.getInputProps('queue_id')}
        />
        <Group grow>
          <Button variant="default" onClick={onDone}>
            <Trans context="go back">Back</Trans>
          </Button>
          <Button type="submit" loading={isSending} disabled={queues.length === 0}>
            <Trans context="check a customer in">Check in</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
