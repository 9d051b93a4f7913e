import stringWidth from 'string-width'
import { plain } from './plain.ts'

/** A column: its heading and what it shows of a row. */
export type Column<Row> = readonly [heading: string, value: (row: Row) => string | number | null | undefined]

const GAP = '  '

/** Rows in columns as wide as their widest value; what is missing is a dash. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(([, value]) => plain(String(value(row) ?? '-')) || '-'))
  const lines = [columns.map(([heading]) => heading.toUpperCase()), ...cells]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))))
  return lines.map((line) => `${line.map(padded(widths)).join(GAP).trimEnd()}\n`).join('')
}

const padded = (widths: readonly number[]) => (text: string, index: number) =>
  text + ' '.repeat((widths[index] ?? 0) - stringWidth(text))
