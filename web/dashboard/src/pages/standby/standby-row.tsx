import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import { bookingPath } from '../../api/bookables.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { clockText, timeText } from '../../ui/time.ts'
import { dayAndClock, dayIn } from '../../ui/zone-time.ts'
import { answersOf } from '../bookings/answers.ts'
import type { ServiceType } from '../bookings/queries.ts'
import type { Standby } from './queries.ts'
import { ENDING_WORDS, STATUS_WORDS, TONES } from './words.ts'

interface Props {
  readonly standby: Standby
  /** undefined: archived. */
  readonly serviceType: ServiceType | undefined
  /** undefined: anybody. */
  readonly providerName: string | undefined
  readonly onRemove: () => void
}

/** One customer on standby: for what and when they wait, and what became of it. */
export function StandbyRow({ standby, serviceType, providerName, onRemove }: Props) {
  const { customer, status, seats, duration_minutes, notes } = standby
  const canRemove = useCan('bookings:write') && (status === 'waiting' || status === 'offered')
  const wanted = [
    standby.service_name,
    plural(duration_minutes, { one: '# minute', other: '# minutes' }),
    providerName ?? t`Any provider`,
    seats > 1 && plural(seats, { one: '# seat', other: '# seats' }),
  ]
  const answers = answersOf(standby, serviceType).map(({ label, text }) => `${label} ${text}`)
  return (
    <Paper component="li" withBorder p="md" bg="var(--usher-surface)" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Group gap="sm">
            <Text fw={600}>{customer.name}</Text>
            <StatusBadge tone={TONES[status]}>{i18n._(STATUS_WORDS[status])}</StatusBadge>
          </Group>
          <Text size="sm">{[customer.phone, customer.email].filter(Boolean).join(' · ')}</Text>
          <Text size="sm">{wanted.filter(Boolean).join(' · ')}</Text>
          <Windows standby={standby} />
          {[...answers, notes].filter(Boolean).map((text) => (
            <Text key={text} size="sm" c="dimmed">
              {text}
            </Text>
          ))}
          <Outcome standby={standby} />
          <Text size="sm" c="dimmed">
            {t`On the list since ${{ time: timeText(standby.created_at) }}`}
          </Text>
        </Stack>
        {canRemove && (
          <Button
            variant="default"
            aria-label={t`Remove ${{ customer: customer.name }} from the list`}
            onClick={onRemove}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

/** When they could come. */
function Windows({ standby: { windows, service_name } }: { standby: Standby }) {
  const { timezone } = useMe().organization
  return (
    <List size="sm" aria-label={t`Times for ${{ service: service_name }}`}>
      {windows.map(({ from, to }) => (
        <List.Item key={from}>
          {dayAndClock(from, timezone)} –{' '}
          {dayIn(from, timezone) === dayIn(to, timezone)
            ? clockText(to, timezone)
            : dayAndClock(to, timezone)}
        </List.Item>
      ))}
    </List>
  )
}

/** The time that is held for them, the booking they made, or why it ended. */
function Outcome({ standby: { offer, booking_id, end_reason } }: { standby: Standby }) {
  const { timezone } = useMe().organization
  if (offer) {
    const { start, offered_until, provider_name } = offer
    const [time, until] = [dayAndClock(start, timezone), clockText(offered_until, timezone)]
    return (
      <Text size="sm" fw={600} c="var(--usher-warn-text)">
        {t`${time} with ${{ provider: provider_name }} is held for them until ${until}.`}
      </Text>
    )
  }
  if (booking_id)
    return (
      <Anchor href={bookingPath(booking_id)} size="sm">
        <Trans>Open the booking</Trans>
      </Anchor>
    )
  return end_reason && <Text size="sm">{i18n._(ENDING_WORDS[end_reason])}</Text>
}
