import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { clockText } from '../../ui/time.ts'
import { dayAndClock } from '../../ui/zone-time.ts'
import { answersOf } from './answers.ts'
import type { Booking, Provider, ServiceType } from './queries.ts'

interface Props {
  readonly booking: Booking
  readonly provider: Provider | undefined
  /** undefined: archived. */
  readonly serviceType: ServiceType | undefined
  readonly serviceName: string
}

/** What is known about a booking, with what the customer answered. */
export function BookingFacts({ booking, provider, serviceType, serviceName }: Props) {
  const { customer, start, end, timezone, series } = booking
  return (
    <dl style={{ margin: 0 }}>
      <Fact
        name={t`When`}
        text={`${dayAndClock(start, timezone)} – ${clockText(end, timezone)} (${timezone})`}
      />
      <Fact name={t`Series`} text={series && t`${{ number: series.number }} of ${{ count: series.count }}`} />
      <Fact name={t`Service`} text={serviceName} />
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
      {answersOf(booking, serviceType).map(({ key, label, text }) => (
        <Fact key={key} name={label} text={text} />
      ))}
      <Fact name={t`Notes`} text={booking.notes} />
      <Fact name={t({ message: 'Source', context: 'where a booking comes from' })} text={booking.source} />
      <Fact name={t`Cancellation reason`} text={booking.cancel_reason} />
      <Fact name={t`Checked in`} text={booking.checked_in_at && clockText(booking.checked_in_at, timezone)} />
      <Fact name={t`Check-in failed`} text={booking.check_in_error} />
    </dl>
  )
}

function Fact({ name, text }: { name: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Group component="div" gap="xs" align="baseline" mb={6} wrap="nowrap">
      <Text component="dt" size="sm" c="dimmed" w={112} flex="none" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Group>
  )
}
