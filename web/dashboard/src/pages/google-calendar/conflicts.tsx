import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { isRule, ruleText } from '../../api/rule-words.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { BookingLink } from './booking-link.tsx'
import { type Connection, useConflicts } from './queries.ts'

type Conflict = Schemas['CalendarConflict']

const WORDS: Readonly<Record<Conflict['kind'], MessageDescriptor>> = {
  both_moved: msg`Moved in the calendar and in Usher. The time in Usher was kept.`,
  edited_after_cancel: msg`Moved in the calendar after it was cancelled. It stays cancelled.`,
  move_refused: msg`Moved in the calendar to a time that cannot be booked, so it was moved back.`,
  moved_calendar: msg`Moved to another calendar of the account, so it was put back. The booking stays.`,
  event_missing: msg`Its calendar event was gone without being deleted, so it was put back. The booking stays.`,
  session_changed: msg`Its session was moved or deleted in the calendar, so it was put back. All its bookings stay.`,
  overlap: msg`Another calendar event overlaps it. The booking stays.`,
}

/** Conflicts between the calendar and Usher, with their outcome. */
export function Conflicts({ connection: { id } }: { connection: Connection }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>Conflicts</Trans>
      </Title>
      <Part loading={<LoadingState lines={1} />}>
        <ConflictList id={id} />
      </Part>
    </Stack>
  )
}

function ConflictList({ id }: { id: string }) {
  const query = useConflicts(id)
  const all = query.data
  return (
    <>
      {all.length === 0 ? (
        <Text c="dimmed">
          <Trans context="conflicts">None in the last 30 days.</Trans>
        </Text>
      ) : (
        <List listStyleType="none" spacing="sm">
          {all.map((conflict) => (
            <List.Item key={`${conflict.booking_id}:${conflict.kind}`}>
              <BookingLink id={conflict.booking_id} />
              <Text>{i18n._(WORDS[conflict.kind])}</Text>
              <BrokenRule code={conflict.code} />
              <Text size="sm" c="dimmed">
                {timeText(conflict.at)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      <MoreButton query={query} />
    </>
  )
}

/** Why a time cannot be booked, if it is by a setting. */
const BrokenRule = ({ code }: Pick<Conflict, 'code'>) => isRule(code) && <Text>{ruleText(code)}</Text>
