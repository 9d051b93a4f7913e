import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { BookingLink } from './booking-link.tsx'
import { type Connection, connectionsQuery, useHeldBookings, versionQuery } from './queries.ts'

interface Props {
  readonly connection: Connection
  readonly breaker: NonNullable<Connection['breaker']>
}

/** Bookings that vanished from a calendar all at once, and the choice to keep or cancel them. */
export function Paused({ connection: { id }, breaker: { vanished, of, tripped_at } }: Props) {
  return (
    <Alert
      variant="outline"
      color="yellow"
      icon={<TriangleAlert aria-hidden />}
      title={t`${vanished} of ${{ total: of }} bookings vanished from the calendar at once`}
    >
      <Stack>
        <Text>{t`Detected ${{ time: timeText(tripped_at) }}. Nothing was cancelled and no customer was notified. Choose what to do with these bookings:`}</Text>
        <Part loading={<LoadingState lines={2} />}>
          <HeldBookings id={id} />
        </Part>

        <Choice id={id} />
      </Stack>
    </Alert>
  )
}

function HeldBookings({ id }: { id: string }) {
  const query = useHeldBookings(id)
  return (
    <>
      <List aria-label={t`Bookings on hold`}>
        {query.data.map(({ booking_id }) => (
          <List.Item key={booking_id}>
            <BookingLink id={booking_id} />
          </List.Item>
        ))}
      </List>
      <MoreButton query={query} />
    </>
  )
}

function Choice({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data: version } = useQuery(versionQuery(id))
  const goOn = (breaker: 'restore' | 'resume') => {
    const params = { path: { id }, header: { 'If-Match': version ?? '*' } }
    return api.patch('/api/google-calendar/connections/{id}', { params, body: { breaker } })
  }
  const refresh = () => queryClient.invalidateQueries(connectionsQuery)
  const restore = useMutation({
    mutationFn: () => goOn('restore'),
    onSuccess: () => notifyDone(t`The bookings are kept and will be written to the calendar again`),
    onError: notifyError,
    onSettled: refresh,
  })
  return (
    <Group>
      <Button loading={restore.isPending} disabled={!version} onClick={() => restore.mutate()}>
        <Trans>Keep the bookings</Trans>
      </Button>
      <Button variant="outline" color="red" disabled={!version} onClick={() => setAsking(true)}>
        <Trans>Cancel the bookings</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Cancel these bookings?`}
        verb={t`Cancel the bookings`}
        run={() => goOn('resume')}
        onDone={async () => {
          setAsking(false)
          notifyDone(t`The bookings are being cancelled`)
          await refresh()
        }}
      >
        <Trans>
          This accepts the deletions in the calendar. Each booking on hold is cancelled, its customer is
          notified and its time is free again.
        </Trans>
      </ConfirmDialog>
    </Group>
  )
}
