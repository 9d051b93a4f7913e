import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { TimeRange } from '../../forms/dates/time-range.tsx'
import { isOverMidnight, type WeeklyWindow } from './hours.ts'

interface WindowProps<Item> {
  readonly label: string
  readonly zone: string
  readonly window: Item
  readonly onChange: (window: Item) => void
  readonly onRemove: () => void
}

/** From and to, on the local clock. */
export function Window<Item extends { start: string; end: string }>(props: WindowProps<Item>) {
  const { label, zone, window, onChange, onRemove } = props
  const { effective_from, effective_to } = window as Partial<WeeklyWindow>
  return (
    <div>
      <TimeRange
        labels={{ start: `${label}: from`, end: `${label}: to` }}
        areLabelsHidden
        zone={zone}
        span={window}
        onChange={(span) => onChange({ ...window, ...span })}
      >
        <ActionIcon variant="subtle" color="red" size={36} aria-label={t`Remove ${label}`} onClick={onRemove}>
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
          <Trans>
            Only {effective_from && `from ${effective_from} `}
            {effective_to && `to ${effective_to}`}
          </Trans>
        </Text>
      )}
    </div>
  )
}
