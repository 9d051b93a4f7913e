import { NumberInput, type NumberInputProps } from '@mantine/core'

/** A whole-number input from 1, without the arrows, which are too small to touch. */
export function NumberField(props: NumberInputProps) {
  return <NumberInput min={1} allowDecimal={false} hideControls clampBehavior="none" {...props} />
}
