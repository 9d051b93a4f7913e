import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { List, Stack, Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { locale } from '../language/language.ts'

type Refusal = Schemas['Refusals']['data'][number]

const ATTEMPTS: Readonly<Record<Refusal['action'], MessageDescriptor>> = {
  join: msg`Joining the queue`,
  hold: msg`Choosing a time`,
  booking: msg`Booking`,
  code: msg`Asking for a code`,
  guess: msg`Entering a code`,
  standby: msg`Waiting for a time`,
  move: msg`Moving a booking`,
  check_in: msg`Checking in`,
}

/** Days listed: older ones rarely matter. */
const MAX_SHOWN = 10

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Attempts that limits refused lately; renders nothing if there were none. */
export function RefusedAttempts({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <Stack gap={4}>
      <Text fw={600}>{t`Refused by limits`}</Text>
      <List size="sm">
        {refusals.slice(0, MAX_SHOWN).map(({ date, action, count }) => (
          <List.Item key={`${date} ${action}`}>
            {day.format(new Date(date))}: {i18n._(ATTEMPTS[action])},{' '}
            {plural(count, { one: '# attempt', other: '# attempts' })}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
