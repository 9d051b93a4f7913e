import { NumberInput, type NumberInputProps } from '@mantine/core'

/** A whole-number input from 1, without the arrows, which are too small to touch. */
export function NumberField(props: NumberInputProps) {
  return <NumberInput min={1} allowDecimal={false} hideControls clampBehavior="none" {...props} />
}

/** The value of a number input: an empty string if nothing is entered. */
export type Entered = number | string

/** The number for the API, or null if nothing is entered. */
export const numberOrNull = (entered: Entered): number | null =>
  entered === '' || Number.isNaN(Number(entered)) ? null : Number(entered)

/** A required number. If it is empty, null goes to the API, which answers with the error to show. */
export const numberNeeded = (entered: Entered): number => numberOrNull(entered) as number

/** Trimmed text, or null if it is empty. */
export const textOrNull = (entered: string): string | null => entered.trim() || null
