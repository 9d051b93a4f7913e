import { t } from '@lingui/core/macro'
import { ActionIcon, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { TimeRange } from '../../forms/dates/time-range.tsx'
import { dateText } from '../../ui/zone-time.ts'
import { isOverMidnight, type WeeklyWindow } from './hours.ts'

interface Props<Item> {
  /** What the windows belong to, for screen readers. */
  readonly of: string
  readonly zone: string
  readonly windows: readonly Item[]
  readonly onReplace: (window: Item, by: Item) => void
  readonly onRemove: (window: Item) => void
}

/** The windows of a day or date; closed if there are none. */
export function WindowList<Item extends { start: string; end: string }>(props: Props<Item>) {
  const { of, zone, windows, onReplace, onRemove } = props
  if (windows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t({ message: 'Closed', context: 'a day without hours' })}
      </Text>
    )
  }
  return windows.map((window, index) => (
    <Window
      // biome-ignore lint/suspicious/noArrayIndexKey: windows are identified only by their index
      key={index}
      of={of}
      number={index + 1}
      zone={zone}
      window={window}
      onChange={(changed) => onReplace(window, changed)}
      onRemove={() => onRemove(window)}
    />
  ))
}

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
function Window<Item extends { start: string; end: string }>(props: WindowProps<Item>) {
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
      {isOverMidnight(window) && <Text size="xs" c="dimmed">{t`Ends on the next day`}</Text>}
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
