import { t } from '@lingui/core/macro'
import { Drawer, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { Actions, type Task } from './actions.tsx'
import { BookingFacts } from './booking-facts.tsx'
import { CancelForm } from './cancel-form.tsx'
import { CancelSeriesForm } from './cancel-series-form.tsx'
import { CheckInForm } from './check-in-form.tsx'
import { EditForm } from './edit-form.tsx'
import { MoveForm } from './move-form.tsx'
import type { Booking, Provider, ServiceType } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'

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
