import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { type Span, TimeRange } from '../../forms/dates/time-range.tsx'

interface Props {
  readonly span: Span
  /** What the row is about, for screen readers: `Monday`; undefined: a date that is not chosen yet. */
  readonly of: string | undefined
  readonly zone: string
  readonly onChange: (span: Span) => void
  readonly onRemove: () => void
  readonly errorAt: (part: 'start' | 'end') => string | undefined
}

/** From when to when. */
export function WindowRow({ span, of, zone, onChange, onRemove, errorAt }: Props) {
  return (
    <TimeRange
      labels={
        of
          ? { start: t`${{ day: of }}, from`, end: t`${{ day: of }}, to` }
          : { start: t`New date, from`, end: t`New date, to` }
      }
      areLabelsHidden
      {...{ zone, span, onChange, errorAt }}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={of ? t`Remove hours for ${{ day: of }}` : t`Remove hours for the new date`}
        onClick={onRemove}
      >
        <X size={18} aria-hidden />
      </ActionIcon>
    </TimeRange>
  )
}
