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

const WORDS: Readonly<Record<Conflict['kind'], string>> = {
  both_moved: 'Moved in the calendar and in Usher. The time in Usher was kept.',
  edited_after_cancel: 'Moved in the calendar after it was cancelled. It stays cancelled.',
  move_refused: 'Moved in the calendar to a time that cannot be booked, so it was moved back.',
  overlap: 'Another calendar event overlaps it. The booking stays.',
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
          <Trans>None in the last 30 days.</Trans>
        </Text>
      ) : (
        <List listStyleType="none" spacing="sm">
          {all.map((conflict) => (
            <List.Item key={`${conflict.booking_id}:${conflict.kind}`}>
              <BookingLink id={conflict.booking_id} />
              <Text>{wordsOf(conflict)}</Text>
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

/** What happened, with the broken rule if it is a setting. */
const wordsOf = ({ kind, code }: Conflict): string =>
  isRule(code) ? `${WORDS[kind]} ${ruleText(code)}` : WORDS[kind]
