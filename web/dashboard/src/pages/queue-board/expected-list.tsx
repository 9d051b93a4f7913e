import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { useClock } from '../../ui/time.ts'
import { type LineEntry, type OneLine, oneLineQuery } from './one-line.ts'
import { whyWords } from './why-words.ts'

/** The bookings whose customers are expected today, with a button to check them in. */
export function ExpectedList({ queueId }: { queueId: string }) {
  const { data: line } = useQuery(oneLineQuery(queueId))
  const expected = line?.data.filter(({ kind }) => kind === 'expected') ?? []
  if (!line || (expected.length === 0 && !line.is_stale && line.kept_until === null)) return null
  return (
    <Stack gap="xs" component="section" aria-label={t`Expected today`}>
      <Title order={2} size="h4">{t`Expected today`}</Title>
      <LineNotice line={line} />
      {expected.map((entry) => (
        <ExpectedRow key={entry.booking_id} queueId={queueId} entry={entry} />
      ))}
    </Stack>
  )
}

/** Why nobody is called, or why bookings may be missing. */
function LineNotice({ line: { is_stale, as_of, kept_until } }: { line: OneLine }) {
  const clock = useClock()
  if (is_stale) {
    return (
      <Text role="status" c="var(--usher-bad-text)">
        {as_of === null
          ? t`Changes of bookings do not arrive. Check with who is due before you call somebody.`
          : t`Changes of bookings are known until ${{ time: clock(as_of) }} only.`}
      </Text>
    )
  }
  if (kept_until === null) return null
  return (
    <Text role="status" c="dimmed">
      {t`The next place is kept for a booking until ${{ time: clock(kept_until) }}.`}
    </Text>
  )
}

function ExpectedRow({ queueId, entry }: { queueId: string; entry: LineEntry }) {
  const mayCheckIn = useCan('bookings:write')
  const queryClient = useQueryClient()
  const clock = useClock()
  const { name, party_size, booked_start, booking_id } = entry
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = { path: { id: booking_id ?? '' } }
      return api.post('/api/bookings/{id}/check-in', { params, body: { queue_id: queueId } })
    },
    onSuccess: () => notifyDone(t`${name} is checked in`),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(oneLineQuery(queueId)),
  })
  return (
    <Paper withBorder px="md" py="xs">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap="sm" miw={0}>
          <Text fw={600}>{booked_start && clock(booked_start)}</Text>
          <Text>
            {name} {party_size > 1 && `(${party_size})`}
          </Text>
          {whyWords(entry.why).map((words) => (
            <Badge key={words} variant="light" color="gray">
              {words}
            </Badge>
          ))}
        </Group>
        {mayCheckIn && (
          <Button
            variant="default"
            flex="none"
            loading={isPending}
            aria-label={t`Check in ${name}`}
            onClick={() => mutate()}
          >
            <Trans>Check in</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}
