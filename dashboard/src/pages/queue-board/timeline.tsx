import { Timeline as MantineTimeline, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'

import { locale } from '../../language/language.ts'
import type { Guest } from './line.ts'
import { timelineQuery } from './queries.ts'

const WORDS: Record<Schemas['TimelineEntry']['type'], string> = {
  added: 'Joined',
  notified: 'Called',
  moved: 'Moved',
  seated: 'Seated',
  removed: 'Removed',
  no_show: 'Did not show up',
  undone: 'Taken back',
  updated: 'Changed',
  transferred: 'Transferred',
}

/** What happened to a guest and to the guest's place, and why. */
export function Timeline({ guest }: { guest: Guest }) {
  const { data: entries } = useSuspenseQuery(timelineQuery(guest.id))
  return (
    <MantineTimeline active={entries.length} bulletSize={14} lineWidth={2}>
      {entries.map((entry) => (
        <MantineTimeline.Item key={`${entry.at}${entry.type}`} title={titleOf(entry)}>
          <Text size="sm" c="dimmed">
            {new Date(entry.at).toLocaleString(locale)}
            {entry.reason && ` · ${entry.reason}`}
          </Text>
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  )
}

function titleOf({ type, caused_by, position_before, position_after }: Schemas['TimelineEntry']): string {
  const what = caused_by === null ? WORDS[type] : `Another guest: ${WORDS[type].toLowerCase()}`
  if (position_after === null || position_after === position_before) return what
  return position_before === null
    ? `${what}, number ${position_after}`
    : `${what}, from ${position_before} to ${position_after}`
}
