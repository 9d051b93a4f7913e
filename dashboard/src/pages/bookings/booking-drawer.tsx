import { t } from '@lingui/core/macro'
import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { clock, dayAndClock } from '../../ui/zone-time.ts'
import { Actions, type Task } from './actions.tsx'
import { CancelForm } from './cancel-form.tsx'
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
  const { customer, start, end, time_zone } = booking
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>{customer.name}</Title>
        <StatusBadge status={booking.status} />
      </Group>
      <dl style={{ margin: 0 }}>
        <Fact
          name={t`When`}
          text={`${dayAndClock(start, time_zone)} – ${clock(end, time_zone)} (${time_zone})`}
        />
        <Fact name={t`Service`} text={serviceName(booking.service_type_id)} />
        <Fact
          name={t`Provider`}
          text={provider && (provider.archived_at ? t`${{ name: provider.name }} (archived)` : provider.name)}
        />
        <Fact name={t`Phone`} text={customer.phone} />
        <Fact name={t`E-mail`} text={customer.email} />
        <Fact
          name={t({ message: 'Seats', context: 'number of seats booked' })}
          text={booking.seats > 1 ? String(booking.seats) : null}
        />
        <Fact name={t`Notes`} text={booking.notes} />
        <Fact name={t({ message: 'Source', context: 'where a booking comes from' })} text={booking.source} />
        <Fact name={t`Cancellation reason`} text={booking.cancel_reason} />
        <Fact name={t`Checked in`} text={booking.checked_in_at && clock(booking.checked_in_at, time_zone)} />
        <Fact name={t`Check-in failed`} text={booking.check_in_error} />
      </dl>
      {canWrite && task === undefined && <Actions booking={booking} onTask={setTask} />}
      {task === 'move' && <MoveForm {...{ booking, providers, serviceTypes }} onDone={back} />}
      {task === 'edit' && <EditForm booking={booking} onDone={back} />}
      {task === 'cancel' && <CancelForm booking={booking} onDone={back} />}
      {task === 'check-in' && <CheckInForm booking={booking} onDone={back} />}
    </Stack>
  )
}

function Fact({ name, text }: { name: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Group component="div" gap="xs" align="baseline" mb={6} wrap="nowrap">
      <Text component="dt" size="sm" c="dimmed" w={112} flex="none">
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Group>
  )
}
