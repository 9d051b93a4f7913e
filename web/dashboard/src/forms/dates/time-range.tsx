import { Group, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { TimeField } from './time-field.tsx'

export interface Span {
  readonly start: string
  readonly end: string
}

interface Props {
  /** Names of both fields. */
  readonly labels: { readonly [part in keyof Span]: string }
  /** The labels are only for screen readers. */
  readonly areLabelsHidden?: boolean
  readonly zone: string
  readonly span: Span
  readonly onChange: (span: Span) => void
  readonly errorAt?: (part: keyof Span) => string | undefined
  /** Beside the fields. */
  readonly children?: ReactNode
}

/** From when to when, on the clock of a zone. */
export function TimeRange({
  labels,
  areLabelsHidden = false,
  zone,
  span,
  onChange,
  errorAt,
  children,
}: Props) {
  const zoneId = useId()
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {(['start', 'end'] as const).map((part) => (
          <TimeField
            key={part}
            label={labels[part]}
            isLabelHidden={areLabelsHidden}
            value={span[part]}
            onChange={(time) => onChange({ ...span, [part]: time })}
            error={errorAt?.(part)}
            describedBy={zoneId}
          />
        ))}
        {children}
      </Group>
      <Text id={zoneId} size="xs" c="dimmed">
        {zone}
      </Text>
    </div>
  )
}
