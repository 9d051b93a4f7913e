import { t } from '@lingui/core/macro'
import type { useRovingIndex } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import styles from './calendar.module.css'
import { clockOf } from './hours.ts'

/** Half an hour is tall enough to hit, and the dialog offers the exact starts in it. */
export const CELL_MINUTES = 30

export type ItemProps = ReturnType<ReturnType<typeof useRovingIndex>['getItemProps']>

interface Props {
  readonly providerName: string
  readonly minute: number
  /** For moving by arrow keys: all empty times share one tab stop. */
  readonly item: ItemProps
  readonly style: CSSProperties
}

/** An empty time in a column, to book it. */
export function FreeTime({ providerName, minute, item, style }: Props) {
  const time = clockOf(minute)
  return (
    <button
      type="button"
      className={styles.free}
      style={style}
      aria-label={t`Book ${{ provider: providerName }} at ${time}`}
      {...item}
    >
      <span>{time}</span>
    </button>
  )
}
