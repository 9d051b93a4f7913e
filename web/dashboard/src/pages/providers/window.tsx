import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { TimeRange } from '../../forms/dates/time-range.tsx'
import { dateText } from '../../ui/zone-time.ts'
import { isOverMidnight, type WeeklyWindow } from './hours.ts'

interface WindowProps<Item> {
  /** The day or date, and which of its windows it is, for screen readers. */
  readonly of: string
  readonly number: number
  readonly zone: string
  readonly window: Item
  readonly onChange: (window: Item) => void
  readonly onRemove: () => void
}

/** From and to, on the local clock. */
export function Window<Item extends { start: string; end: string }>(props: WindowProps<Item>) {
  const { of, number, zone, window, onChange, onRemove } = props
  const { effective_from, effective_to } = window as Partial<WeeklyWindow>
  return (
    <div>
      <TimeRange
        labels={{
          start: t`${{ day: of }}, window ${number}: from`,
          end: t`${{ day: of }}, window ${number}: to`,
        }}
        areLabelsHidden
        zone={zone}
        span={window}
        onChange={(span) => onChange({ ...window, ...span })}
      >
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={t`Remove ${{ day: of }}, window ${number}`}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </TimeRange>
      {isOverMidnight(window) && (
        <Text size="xs" c="dimmed">
          <Trans>Ends on the next day</Trans>
        </Text>
      )}
      {(effective_from ?? effective_to) && (
        <Text size="xs" c="dimmed">
          {periodWords(effective_from, effective_to)}
        </Text>
      )}
    </div>
  )
}

/** The dates on which a window counts. */
function periodWords(first = '', last = ''): string {
  const [from, to] = [first && dateText(first), last && dateText(last)]
  if (from && to) return t`Only from ${from} to ${to}`
  return from ? t`Only from ${from}` : t`Only to ${to}`
}
