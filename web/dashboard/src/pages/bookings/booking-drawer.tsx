import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Actions, type Task } from './actions.tsx'
import { BookingFacts } from './booking-facts.tsx'
import { CancelFields } from './cancel-fields.tsx'
import { CancelSeriesForm } from './cancel-series-form.tsx'
import { CheckInForm } from './check-in-form.tsx'
import { EditForm } from './edit-form.tsx'
import { MoveForm } from './move-form.tsx'
import type { Booking, Provider, ServiceType } from './queries.ts'
import { STATUS_WORDS } from './words.ts'

interface Props {
  readonly booking: Booking | undefined
  readonly providers: readonly Provider[]
  readonly archived: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly serviceName: (id: string) => string
  readonly onClose: () => void
}

/** The details of a booking and its actions. */
export function BookingDrawer({ booking, onClose, ...rest }: Props) {
  return (
    <Drawer opened={booking !== undefined} onClose={onClose} position="right" title={t`Booking`} size="md">
      {booking && <Details key={booking.id} booking={booking} {...rest} />}
    </Drawer>
  )
}

function Details(props: Omit<Props, 'booking' | 'onClose'> & { booking: Booking }) {
  const { booking, providers, archived, serviceTypes, serviceName } = props
  const [task, setTask] = useState<Task>()
  const canWrite = useCan('bookings:write')
  const provider = [...providers, ...archived].find(({ id }) => id === booking.provider_id)
  const back = () => setTask(undefined)
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>{booking.customer.name}</Title>
        <StatusBadge status={booking.status} />
      </Group>
      <BookingFacts
        {...{ booking, provider }}
        serviceType={serviceTypes.find(({ id }) => id === booking.service_type_id)}
        serviceName={serviceName(booking.service_type_id)}
      />
      {canWrite && task === undefined && <Actions booking={booking} onTask={setTask} />}
      {task === 'move' && <MoveForm {...{ booking, providers, serviceTypes }} onDone={back} />}
      {task === 'edit' && <EditForm booking={booking} onDone={back} />}
      {task === 'cancel' && <CancelForm booking={booking} onDone={back} />}
      {task === 'cancel-series' && <CancelSeriesForm booking={booking} onDone={back} />}
      {task === 'check-in' && <CheckInForm booking={booking} onDone={back} />}
    </Stack>
  )
}

function CancelForm({ booking: { id }, onDone }: { booking: Booking; onDone: () => void }) {
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

const TONES: Readonly<Record<Booking['status'], 'accent' | 'warn' | 'bad'>> = {
  pending: 'warn',
  confirmed: 'accent',
  cancelled: 'bad',
  completed: 'accent',
  no_show: 'bad',
}

function StatusBadge({ status }: { status: Booking['status'] }) {
  const tone = TONES[status]
  return (
    <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
      {i18n._(STATUS_WORDS[status])}
    </Badge>
  )
}
