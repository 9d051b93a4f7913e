import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { isOverMidnight, type WeeklyWindow } from './hours.ts'

interface WindowProps<Item> {
  readonly label: string
  readonly window: Item
  readonly onChange: (window: Item) => void
  readonly onRemove: () => void
}

/** From and to, on the local clock. */
export function Window<Item extends { start: string; end: string }>(props: WindowProps<Item>) {
  const { label, window, onChange, onRemove } = props
  const { effective_from, effective_to } = window as Partial<WeeklyWindow>
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="time"
          aria-label={`${label}: from`}
          value={window.start}
          onChange={({ currentTarget }) => onChange({ ...window, start: currentTarget.value })}
        />
        <Text aria-hidden>–</Text>
        <TextInput
          type="time"
          aria-label={`${label}: to`}
          value={window.end}
          onChange={({ currentTarget }) => onChange({ ...window, end: currentTarget.value })}
        />
        <ActionIcon variant="subtle" color="red" size={36} aria-label={`Remove ${label}`} onClick={onRemove}>
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {isOverMidnight(window) && (
        <Text size="xs" c="dimmed">
          Ends on the next day
        </Text>
      )}
      {(effective_from ?? effective_to) && (
        <Text size="xs" c="dimmed">
          Only {effective_from && `from ${effective_from} `}
          {effective_to && `to ${effective_to}`}
        </Text>
      )}
    </div>
  )
}
