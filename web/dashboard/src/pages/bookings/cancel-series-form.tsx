import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { dayAndClock } from '../../ui/zone-time.ts'
import { CancelFields } from './cancel-fields.tsx'
import { type Booking, seriesQuery } from './queries.ts'
import { isOpen } from './words.ts'

interface Props {
  readonly booking: Booking
  readonly onDone: () => void
}

/** Cancels the bookings of a series from this one on. */
export function CancelSeriesForm(props: Props) {
  return (
    <Part loading={<LoadingState lines={3} />}>
      <Form {...props} />
    </Part>
  )
}

/** Bookings that are over stay as they are. */
const firstOf = ({ start }: Booking): string =>
  new Date(Math.max(Date.parse(start), Date.now())).toISOString()

function Form({ booking, onDone }: Props) {
  const queryClient = useQueryClient()
  const id = booking.series?.id ?? ''
  const { data: series } = useSuspenseQuery(seriesQuery(id))
  const rest = series.bookings.filter((one) => isOpen(one) && one.start >= firstOf(booking))
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) =>
      api.post('/api/booking-series/{id}/cancel', {
        params: { path: { id } },
        body: { from: firstOf(booking), ...(reason.trim() && { reason }) },
      }),
    async onSuccess() {
      onDone()
      notifyDone(t`Rest of the series cancelled`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        {rest.length === 0 ? (
          <Text>
            <Trans>The series has no upcoming bookings.</Trans>
          </Text>
        ) : (
          <Rest bookings={rest} />
        )}
        <CancelFields
          {...{ fields, isSending }}
          isDisabled={rest.length === 0}
          onKeep={onDone}
          keep={<Trans>Keep them</Trans>}
          cancel={<Trans>Cancel them now</Trans>}
        />
      </Stack>
    </form>
  )
}

/** What will be cancelled. */
function Rest({ bookings }: { bookings: readonly Booking[] }) {
  const count = bookings.length
  const times = bookings.map(({ start, timezone }) => dayAndClock(start, timezone))
  const [from = '', to = from] = [times[0], times.at(-1)]
  return (
    <Stack gap={4}>
      <Text fw={600}>
        {plural(count, { one: '# booking will be cancelled', other: '# bookings will be cancelled' })}
      </Text>
      <Text>{from === to ? from : t`From ${from} to ${to}`}</Text>
      <Text c="dimmed">
        <Trans>The customer is notified and the times are free at once.</Trans>
      </Text>
    </Stack>
  )
}
