import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

const TONES = {
  good: { bg: 'var(--usher-accent-soft)', c: 'var(--usher-accent-text)' },
  warn: { bg: 'var(--usher-warn-soft)', c: 'var(--usher-warn-text)' },
  bad: { bg: 'var(--usher-bad-soft)', c: 'var(--usher-bad-text)' },
  plain: { bg: 'var(--usher-border)', c: 'var(--usher-strong)' },
} as const

export type Tone = keyof typeof TONES

/** A status as a badge. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge {...TONES[tone]} style={{ flexShrink: 0 }}>
      {children}
    </Badge>
  )
}
