import styles from './board.module.css'
import type { RowTime } from './row-times.ts'

export function RowTimeTag({ time: { text, isLate }, isTag }: { time: RowTime; isTag: boolean }) {
  const names = [isTag || isLate ? styles.tag : '', isLate ? styles.late : '']
  return <span className={names.join(' ')}>{text}</span>
}
