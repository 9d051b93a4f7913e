import { ActionIcon, Group, TextInput } from '@mantine/core'
import { X } from 'lucide-react'

export interface Span {
  readonly start: string
  readonly end: string
}

interface Props {
  readonly span: Span
  /** What the row is about, for screen readers: `Monday`. */
  readonly of: string
  readonly onChange: (span: Span) => void
  readonly onRemove: () => void
  readonly errorAt: (part: 'start' | 'end') => string | undefined
}

/** From when to when. */
export function WindowRow({ span, of, onChange, onRemove, errorAt }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      {(['start', 'end'] as const).map((part) => (
        <TextInput
          key={part}
          type="time"
          aria-label={`${of}, ${part === 'start' ? 'from' : 'to'}`}
          value={span[part]}
          onChange={(event) => onChange({ ...span, [part]: event.currentTarget.value })}
          error={errorAt(part)}
          w={128}
        />
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove hours for ${of}`}
        onClick={onRemove}
      >
        <X size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
